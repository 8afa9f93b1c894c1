import { roundUsd, sumOrNull } from "../../kernel/numbers.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { Conversation, TurnRules } from "./judge-turns.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** The turns that `brokenTurns` finds. Forks of one request each, which most are, load no code for it. */
export async function brokenLaterTurns(
  conversations: readonly Conversation[],
  rules: TurnRules,
): Promise<readonly JudgedPair[]> {
  const longer = conversations.filter(({ requests }) => requests.length > 1);
  return longer.length === 0 ? [] : (await import("./judge-turns.ts")).brokenTurns(longer, rules);
}

/** The cost of breaks with that of the later turns of one fork; unknown if a part of it is. */
export function withTurnCosts<Cost extends { readonly breakUsd: number | null }>(
  cost: Cost | null,
  requests: readonly Exchange[],
  turns: readonly JudgedPair[],
): Cost | null {
  const own = turns.filter(({ child }) => requests.includes(child));
  if (cost === null || own.length === 0) return cost;
  return { ...cost, breakUsd: roundUsd(sumOrNull([cost.breakUsd, ...own.map(usdOf)])) };
}

function usdOf({ judgement }: JudgedPair): number | null {
  return judgement.breakCost?.usd ?? null;
}
