import type { Layout, Segment, Unit } from "../../kernel/layout.ts";
import type { Link } from "./link.ts";

/**
 * How many of a request's prefixes end before a place in its body, by JSON pointer; all of them for null. A pointer one past the end of a
 * list stands before what follows that list; if the request has no such list, before all later segments.
 */
export function linksBefore(
  { units }: Layout,
  links: readonly Link[],
  pointer: string | null,
  segment: Segment = "messages",
): number {
  if (pointer === null) return links.length;
  const first = units.slice(indexOf(units, pointer, segment)).find(({ unit }) => unit === "block");
  const at = links.findIndex((link) => link.pointer === first?.pointer);
  return at === -1 ? links.length : at;
}

function indexOf(units: readonly Unit[], pointer: string, segment: Segment): number {
  const own = units.findIndex((unit) => unit.pointer === pointer);
  if (own !== -1) return own;
  const list = pointer.slice(0, pointer.lastIndexOf("/") + 1);
  const last = list === "/" ? -1 : units.findLastIndex((unit) => unit.pointer.startsWith(list));
  if (last !== -1) return last + 1;
  const later = LATER[segment];
  const next = units.findIndex((unit) => later.includes(unit.segment));
  return next === -1 ? units.length : next;
}

/** The segments behind each, in cache order. */
const LATER: Readonly<Record<Segment, readonly Segment[]>> = {
  tools: ["system", "messages"],
  system: ["messages"],
  messages: [],
};
