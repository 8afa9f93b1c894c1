import type { Layout } from "../../kernel/layout.ts";
import type { Link } from "./link.ts";

/** How many of a request's prefixes end before a unit of it, by the unit's JSON pointer; all of them for null. */
export function linksBefore({ units }: Layout, links: readonly Link[], pointer: string | null): number {
  if (pointer === null) return links.length;
  const first = units.slice(units.findIndex((unit) => unit.pointer === pointer)).find(({ unit }) => unit === "block");
  const at = links.findIndex((link) => link.pointer === first?.pointer);
  return at === -1 ? links.length : at;
}
