import type { MockFault } from "../../mock/script/fault.ts";

/** A request that was answered while its body stayed unknown. */
export type LostRequest = {
  readonly id: string;
  readonly host: string | null;
  readonly path: string;
  readonly response: { readonly status: number };
};

/** What cannot be read cannot be compared, and nothing else shows that it was sent. */
export function lostFaults(lost: readonly LostRequest[]): readonly MockFault[] {
  return lost.map(({ id, host, path }) => ({
    code: "HX543",
    what: `Request ${id} to ${host ?? "a model"} (${path}) was answered, and the tape could not read its body.`,
    where: `request ${id}`,
    fix: "Send the body as a text, as bytes, or as a stream of them that is read to its end.",
  }));
}
