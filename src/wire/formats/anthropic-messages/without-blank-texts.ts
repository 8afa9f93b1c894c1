import { parseJsonObject } from "../../json-object.ts";
import { joinElements } from "../../join-elements.ts";
import { readElements } from "../../read-elements.ts";

/**
 * A raw content array without the text blocks that say nothing: models give them, and the API refuses to take them back ("text
 * content blocks must be non-empty", and the same for white space alone). Returns the array itself if it has no such block,
 * null if it has no other. For turns that a fork adds: the parent's own stay unchanged.
 */
export function withoutBlankTexts(content: Buffer): Buffer | null {
  const blocks = readElements(content, 0).map(({ start, end }) => content.subarray(start, end));
  const kept = blocks.filter((block) => !isBlankText(block));
  if (kept.length === 0) return null;
  if (kept.length === blocks.length) return content;
  return Buffer.concat([Buffer.from("["), joinElements(kept), Buffer.from("]")]);
}

function isBlankText(raw: Buffer): boolean {
  const block = parseJsonObject(raw.toString("utf8"));
  return block?.["type"] === "text" && typeof block["text"] === "string" && block["text"].trim() === "";
}
