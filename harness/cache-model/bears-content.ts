import type { Block, Layout } from "../kernel/layout.ts";
import type { ContentRule } from "./cache-rules.ts";
import { isRecord } from "./is-record.ts";

/** Whether any block of the conversation is an image, or a document whose citations are on. */
export function bears(layout: Layout, bearer: ContentRule["bearer"]): boolean {
  return layout.units.some(
    (unit) => unit.unit === "block" && mayBear(layout, unit, bearer) && bearsIn(parseBlock(layout, unit), bearer),
  );
}

/** A native search spares most blocks the parser; long tool results are common, pictures in them are not. */
function mayBear(layout: Layout, { segment, kind, span }: Block, bearer: string): boolean {
  if (segment !== "messages" || (kind !== "media" && kind !== "tool-result")) return false;
  return layout.body.subarray(span.start, span.end).includes(bearer);
}

function parseBlock(layout: Layout, block: Block): unknown {
  return JSON.parse(layout.body.toString("utf8", block.span.start, block.span.end));
}

function bearsIn(block: unknown, bearer: ContentRule["bearer"]): boolean {
  if (!isRecord(block)) return false;
  if (Array.isArray(block["content"]) && block["content"].some((nested) => bearsIn(nested, bearer))) return true;
  if (bearer === "image") return block["type"] === "image";
  return isRecord(block["citations"]) && block["citations"]["enabled"] === true;
}
