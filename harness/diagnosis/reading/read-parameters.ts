import { wireNamed } from "../../wires/list.ts";
import type { Layout } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { isJsonObject } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/** The request's members that are not part of the prefix, parsed. */
export type ReadParameters = { readonly [name: string]: unknown };

/** A parameter that stands inside a member that is prompt otherwise (Bedrock's `toolConfig.toolChoice`) is read there. */
export const readParameters: (layout: Layout) => ReadParameters = memoizeByObject((layout) => {
  const read = new Map<string, unknown>();
  const { hasInnerParameters } = wireNamed(layout.dialect);
  for (const { name, value } of layout.parameters) {
    const parsed = readJson(layout.body.toString("utf8", value.start, value.end));
    const [member = name, inner] = hasInnerParameters === true ? name.split(".") : [name];
    const others = read.get(member);
    read.set(member, inner === undefined ? parsed : { ...(isJsonObject(others) ? others : {}), [inner]: parsed });
  }
  return Object.fromEntries(read);
});
