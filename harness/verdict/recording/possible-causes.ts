import { breakOrigin } from "../../kernel/breaks/break-origin.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Finding, FindingCode } from "../../kernel/finding.ts";
import type { Wire } from "../../wires/wire.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { reportedUsage } from "../../wires/shared/usage/kept-usage.ts";

/**
 * Codes of notes on a difference that may reach the prompt or the cache's place, where the fork read 0 and no cause explains it: an alias
 * of a model, a beta, a member that is not known, another API key. Each makes the exchange a possible break instead of a miss by the
 * provider. Sorted, without repeats.
 */
export function possibleCauses(
  findings: readonly Finding[],
  { relation, asksAgainElsewhere = false }: { readonly relation: Relation; readonly asksAgainElsewhere?: boolean },
  { wire, exchange }: { readonly wire: Wire; readonly exchange: Exchange },
): readonly FindingCode[] {
  if (asksAgainElsewhere || !findings.some(({ code }) => UNEXPLAINED.includes(code))) return NOTHING;
  const codes = findings.flatMap(({ code, role }) => (role === "note" && MAY_EXPLAIN.includes(code) ? [code] : []));
  const own = codes.filter((code) => breakOrigin(code, relation) === "ours");
  if (own.length === 0 || reportedUsage(wire, exchange)?.read !== 0) return NOTHING;
  return [...new Set(own)].sort();
}

/** What is known of an exchange under its other possible parents, with its possible causes. */
export function withPossible<T extends { readonly suspected: readonly FindingCode[] }>(
  possible: readonly FindingCode[],
  weighed: T,
): T {
  if (possible.length === 0) return weighed;
  return { ...weighed, suspected: [...new Set([...possible, ...weighed.suspected])].sort() };
}

const NOTHING: readonly never[] = [];

/** CB901 unexplained-miss, CB904 automatic-cache-no-guarantee. */
const UNEXPLAINED: readonly FindingCode[] = ["CB901", "CB904"];

/** CB101 model-changed, CB105 beta-headers-changed, CB109 server-tool-toggled, CB603 route-changed. */
const MAY_EXPLAIN: readonly FindingCode[] = ["CB101", "CB105", "CB109", "CB603"];
