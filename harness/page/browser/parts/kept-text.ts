import type { PageRequest } from "../../page-data.ts";
import { count, pluralize, usd } from "../format.ts";

/** How much a request shares with the one that it continues; null for the first of a conversation. */
export function keptText({ shared }: PageRequest): string | null {
  return shared === null ? null : `${pluralize(shared[0], "block")}, ${pluralize(shared[1], "byte")}`;
}

export function lostText({ lost }: PageRequest): string | null {
  if (lost === null) return null;
  return `${lost.isEstimate ? "about " : ""}${count(lost.tokens)} tokens${lost.usd === null ? "" : `, ${usd(lost.usd)}`}`;
}
