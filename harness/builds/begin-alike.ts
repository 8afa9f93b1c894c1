import type { Exchange } from "../kernel/exchange.ts";
import type { Block, Layout } from "../kernel/layout.ts";
import { readRequest } from "../verdict/read-request.ts";

/** A block that is shorter says nothing of its agent. */
const TELLING_BYTES = 32;

/** Of the words of two first messages that much is in both. */
const ALIKE = 0.5;

/**
 * Whether the first requests of two conversations may be those of one conversation in two builds: they share a tool or a block of the
 * system prompt, or most words of their first message.
 */
export function beginAlike(before: Exchange, after: Exchange): boolean {
  const [left, right] = [readRequest(before), readRequest(after)];
  if (left === null || left.dialect !== right?.dialect) return false;
  const [old, now] = [left.layout, right.layout];
  return overlap(headBlocks(old), headBlocks(now)) > 0 || overlap(firstWords(old), firstWords(now)) >= ALIKE;
}

function headBlocks({ body, units }: Layout): ReadonlySet<string> {
  const blocks = units.filter((unit) => unit.unit === "block" && unit.segment !== "messages");
  const texts = blocks.map(({ span }) => body.toString("latin1", span.start, span.end));
  return new Set(texts.filter(({ length }) => length >= TELLING_BYTES));
}

function firstWords({ body, units }: Layout): ReadonlySet<string> {
  const said = units.filter((unit): unit is Block => unit.unit === "block" && unit.segment === "messages");
  const first = said.filter(({ message }) => message === said[0]?.message);
  const text = first.map(({ span }) => body.toString("utf8", span.start, span.end)).join(" ");
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));
}

/** The part of all members that both have. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((each) => right.has(each)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}
