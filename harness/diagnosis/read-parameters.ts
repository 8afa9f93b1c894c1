import type { Layout } from "../kernel/layout.ts";

/** The request's top-level members that are not part of the prefix, parsed. */
export type ReadParameters = { readonly [name: string]: unknown };

export function readParameters(layout: Layout): ReadParameters {
  return Object.fromEntries(
    layout.parameters.map(({ name, value }) => [
      name,
      JSON.parse(layout.body.toString("utf8", value.start, value.end)),
    ]),
  );
}
