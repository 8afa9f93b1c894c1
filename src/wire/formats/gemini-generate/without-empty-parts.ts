import { applyEdits } from "../../apply-edits.ts";
import { joinElements } from "../../join-elements.ts";
import { parseJsonObject } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";

/**
 * A Content of the model without the parts that are an empty text and nothing else: streams end in one, and the API refuses to
 * take it back ("empty text parameter"). One that carries a thought signature stays: it is checked. Returns the content itself if it has
 * no such part, null if it has no other. For turns that a fork adds: the parent's own stay unchanged.
 */
export function withoutEmptyParts(content: Buffer): Buffer | null {
  const object = readObject(content, 0);
  const parts = lastMember(object, "parts")?.value;
  if (parts === undefined || content[parts.start] !== 0x5b) return content;
  const all = readElements(content, parts.start).map(({ start, end }) => content.subarray(start, end));
  const kept = all.filter((part) => !isEmptyText(part));
  if (kept.length === 0) return null;
  if (kept.length === all.length) return content;
  const list = Buffer.concat([Buffer.from("["), joinElements(kept), Buffer.from("]")]);
  return Buffer.concat(applyEdits(content, object.span, [{ span: parts, bytes: list }]));
}

function isEmptyText(raw: Buffer): boolean {
  const { text, thought, ...others } = parseJsonObject(raw.toString("utf8")) ?? {};
  return text === "" && (thought === undefined || typeof thought === "boolean") && Object.keys(others).length === 0;
}
