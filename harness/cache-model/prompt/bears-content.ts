import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import { foldMessagesMemo, messagesStart, sharedUnits } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout, Unit } from "../../kernel/layout.ts";
import type { ContentRule } from "../../providers/rules/cache-rules.ts";
import { rememberUnit } from "./remember-unit.ts";

type Bearer = ContentRule["bearer"];

/** Whether any block of the conversation is an image, or a document whose citations are on. */
export function bears(layout: Layout, bearer: Bearer): boolean {
  return BEARS[bearer](layout).borne;
}

/** Whether both bear such a block or neither does. Where a child only goes on, no more than its new blocks are looked at. */
export function bearAlike(left: Layout, right: Layout, bearer: Bearer): boolean {
  const shared = sharedUnits(left, right);
  const isBorneBehind = (layout: Layout): boolean => bearsBehind(layout, messagesStart(layout.units) + shared, bearer);
  return (!isBorneBehind(left) && !isBorneBehind(right)) || bears(left, bearer) === bears(right, bearer);
}

/** As `bears`, for the blocks from a unit on. */
export function bearsBehind({ body, units }: Layout, from: number, bearer: Bearer): boolean {
  return units.slice(from).some((unit) => mayBear(unit) && BEARING[bearer](body, unit));
}

const BEARING = {
  image: rememberUnit((body, unit) => unitBears(body, unit, "image")),
  citations: rememberUnit((body, unit) => unitBears(body, unit, "citations")),
} as const;

const BEARS = { image: borneAlong("image"), citations: borneAlong("citations") } as const;

function borneAlong(bearer: Bearer): (layout: Layout) => { readonly borne: boolean } {
  const isBearing = BEARING[bearer];
  return foldMessagesMemo<{ readonly borne: boolean }>({ borne: false }, (state, { body, units }, from, to) => {
    if (state.borne) return state;
    return { borne: units.slice(from, to).some((unit) => mayBear(unit) && isBearing(body, unit)) };
  });
}

function mayBear(unit: Unit): boolean {
  if (unit.unit === "envelope" || unit.segment !== "messages") return false;
  return unit.kind === "media" || unit.kind === "tool-result";
}

/** With its quotes: they are rare in a text, where a search for letters alone stops at each of them. */
const QUOTED: Readonly<Record<Bearer, Buffer>> = {
  image: Buffer.from('"image"'),
  citations: Buffer.from('"citations"'),
};

/** A native search spares most blocks the parser; long tool results are common, pictures in them are not. */
function unitBears(body: Buffer, unit: Unit, bearer: Bearer): boolean {
  const { start, end } = unit.span;
  if (unit.unit === "envelope" || !body.subarray(start, end).includes(QUOTED[bearer])) return false;
  let text = "";
  let from = start;
  // Converse writes a breakpoint behind its block: without it the span holds one value.
  for (const { excision } of unit.marks) {
    text += body.toString("utf8", from, Math.max(from, excision.start));
    from = Math.max(from, excision.end);
  }
  return bearsIn(JSON.parse(text + body.toString("utf8", from, end)), bearer);
}

/** A stack of its own: a body may nest deeper than calls may. */
function bearsIn(given: unknown, bearer: Bearer): boolean {
  const blocks: unknown[] = [given];
  for (let block = blocks.pop(); block !== undefined; block = blocks.pop()) {
    if (!isJsonObject(block)) continue;
    if (isBearer(block, bearer)) return true;
    const { content } = block;
    if (Array.isArray(content)) for (const nested of content) blocks.push(nested);
  }
  return false;
}

/** `type` in Messages, a member of its own in Converse. */
function isBearer(block: JsonObject, bearer: Bearer): boolean {
  if (bearer === "image") return block["type"] === "image" || isJsonObject(block["image"]);
  return isJsonObject(block["citations"]) && block["citations"]["enabled"] === true;
}
