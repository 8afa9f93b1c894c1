import { partsByCause } from "../kernel/breaks/avoidable.ts";
import { type BreakOrigin, breakOrigin } from "../kernel/breaks/break-origin.ts";
import type { BreakCost, CauseCost } from "../kernel/breaks/break-cost.ts";
import type { Finding, FindingCode } from "../kernel/finding.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { Place } from "../kernel/layout.ts";
import { standings } from "../verdict/roots/exchange-standing.ts";

/** One cause on one request. */
export type Occurrence = {
  readonly exchange: InspectedExchange;
  readonly code: FindingCode;
  readonly isMasked: boolean;
  readonly origin: BreakOrigin;
  readonly segment: Place;
  readonly pointer: string | null;
  readonly names: readonly string[];
  /** The exact difference in words, and the fix; null for a loss that no finding explains. */
  readonly observed: string | null;
  readonly fix: string | null;
  /** Its part of the request's extra cost; null if the cost is unknown. */
  readonly cost: OccurrenceCost | null;
};

export type OccurrenceCost = {
  readonly tokens: number;
  readonly usd: number | null;
  /** The saving from fixing it alone. */
  readonly savesUsd: number | null;
  readonly isReported: boolean;
};

/** All causes of a recording in its order: of the client, the provider and the user alike. Notes are left out. */
export function occurrences(exchanges: Iterable<Omit<InspectedExchange, "blocks">>): readonly Occurrence[] {
  const standingOf = standings(exchanges);
  const found: Occurrence[] = [];
  for (const exchange of exchanges) {
    const { findings, breakCost, unserved } = exchange;
    if (findings.length === 0 && breakCost === null && unserved === null) continue;
    found.push(...explained(exchange, (code) => breakOrigin(code, standingOf(exchange))), ...unexplained(exchange));
  }
  return found;
}

function explained(exchange: InspectedExchange, originOf: (code: FindingCode) => BreakOrigin): readonly Occurrence[] {
  const { findings, breakCost, relation } = exchange;
  const causes = findings.filter(({ role }) => role !== "note");
  // An agent with a prompt of its own was never meant to share its caller's.
  const meant = relation === "fresh" ? causes.filter(({ role }) => role === "invalid") : causes;
  const parts = breakCost === null ? [] : partsOf(breakCost);
  const found = meant.map((finding): Occurrence => {
    const { code, pointer, role, segment, names, observed, fix } = finding;
    const cost = parts.find(({ cause }) => isOf(cause, finding))?.cost ?? null;
    const is = { code, pointer, segment, names, observed, fix, cost, isMasked: role === "masked" };
    return { exchange, ...is, origin: originOf(code) };
  });
  // The provider served less than the causes left readable.
  const short = parts.filter(({ cause }) => !findings.some((finding) => isOf(cause, finding)));
  return [...found, ...short.map(({ cause, cost }) => provider(exchange, cause.code, cost))];
}

function isOf(cause: CauseCost, { code, pointer, role }: Finding): boolean {
  return cause.code === code && cause.pointer === pointer && cause.role === role;
}

/** The cost of a break, divided between its causes as the totals divide it between origins. */
function partsOf(breakCost: BreakCost): readonly { readonly cause: CauseCost; readonly cost: OccurrenceCost }[] {
  const { causes, lostTokens, usd, grade } = breakCost;
  const tokens = partsByCause(breakCost, lostTokens, ({ savesTokens }) => savesTokens);
  const paid = usd === null ? null : partsByCause(breakCost, usd, ({ savesUsd }) => savesUsd ?? 0);
  return causes.map((cause, at) => ({
    cause,
    cost: {
      tokens: tokens[at] ?? 0,
      usd: paid?.[at] ?? null,
      savesUsd: cause.savesUsd,
      isReported: grade === "reported",
    },
  }));
}

function unexplained(exchange: InspectedExchange): readonly Occurrence[] {
  const { unserved, findings } = exchange;
  if (unserved === null) return [];
  const { lostTokens: tokens, usd, grade } = unserved;
  const code = findings.find((finding) => finding.code === "CB705")?.code ?? "CB901";
  return [provider(exchange, code, { tokens, usd, savesUsd: usd, isReported: grade === "reported" })];
}

/** A loss that only the provider can prevent. */
function provider(exchange: InspectedExchange, code: FindingCode, cost: OccurrenceCost): Occurrence {
  const found = exchange.findings.find((finding) => finding.code === code);
  const words = { observed: found?.observed ?? null, fix: found?.fix ?? null };
  return {
    exchange,
    code,
    ...words,
    isMasked: false,
    origin: "provider",
    segment: "time",
    pointer: null,
    names: [],
    cost,
  };
}
