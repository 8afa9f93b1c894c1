import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { isBreak } from "../../kernel/finding.ts";
import { roundUsd, sumOrNull } from "../../kernel/numbers.ts";
import { judge } from "../../verdict/judge.ts";
import type { Conversation, TurnRules } from "./judge-turns.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** The turns that `brokenTurns` finds. Where each turn keeps all that the request before it sent, no code is loaded to say which it continues. */
export async function brokenLaterTurns(
  conversations: readonly Conversation[],
  rules: TurnRules,
): Promise<readonly JudgedPair[]> {
  const doubtful = conversations.filter(({ requests }) =>
    requests.some((child, at) => at > 0 && !keepsPrefix(requests[at - 1], child, rules)),
  );
  return doubtful.length === 0 ? [] : (await import("./judge-turns.ts")).brokenTurns(doubtful, rules);
}

function keepsPrefix(parent: Exchange | undefined, child: Exchange, rules: TurnRules): boolean {
  if (parent === undefined) return false;
  try {
    const { verdict, findings } = judge({ ...rules, parent, child });
    return verdict === "byte-identical" && !findings.some(isBreak);
  } catch (fault) {
    // A body that is not JSON: a recording may hold some.
    if (fault instanceof HarnessError) return false;
    throw fault;
  }
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
