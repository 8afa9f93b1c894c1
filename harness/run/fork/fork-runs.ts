import { efficiency, expectedRatio } from "../../cache-model/expected-ratio.ts";
import { estimateTokens } from "../../cache-model/estimate-tokens.ts";
import { chainOf, type ChainContext } from "../../cache-model/prompt-chain.ts";
import { anthropicRules } from "../../cache-model/rules/anthropic.ts";
import { layOut } from "../../dialects/anthropic-messages/lay-out.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { ForkRun, ForkTurnUsage } from "../../kernel/run-result.ts";
import { hitRatio } from "../../kernel/usage.ts";
import { LANE_HEADER } from "../../mock/provider-handler.ts";
import type { ServedExchange } from "../../mock/mock-provider.ts";
import type { SubjectReport } from "./subject-task.ts";
import { laneOf } from "./to-mock-script.ts";

const CONTEXT: ChainContext = { rules: anthropicRules, tokens: estimateTokens, workspace: "default" };

/** The parent's request and each fork's first one, as they reached the wire; null where none came. */
export type WirePairs = {
  readonly parent: Exchange | null;
  readonly forks: readonly {
    readonly lane: string;
    readonly first: Exchange | null;
    readonly served: readonly ServedExchange[];
  }[];
};

/** Sorts what reached the wire by conversation. The parent's request that counts is its last one before the forks. */
export function pairUp(served: readonly ServedExchange[], siblings: number): WirePairs {
  const parent = served.findLast((each) => laneNamed(each) === "parent")?.exchange ?? null;
  const forks = Array.from({ length: siblings }, (_, at) => {
    const lane = laneOf(at + 1);
    const own = served.filter((each) => laneNamed(each) === lane);
    return { lane, first: own[0]?.exchange ?? null, served: own };
  });
  return { parent, forks };
}

/** What one fork did: the provider's side of it, and its subject's own report. */
export function describeFork(
  lane: string,
  served: readonly ServedExchange[],
  parent: Exchange | null,
  report: SubjectReport | null,
): ForkRun {
  const answered = served.filter(({ prediction }) => prediction !== null);
  const turns = answered.map(usageOf);
  const [first = null] = turns;
  const observed = first === null ? null : hitRatio(first);
  const expected = parent === null || answered[0] === undefined ? null : expectation(parent, answered[0].exchange);
  return {
    lane,
    stop: report?.stop ?? null,
    output: report?.output ?? null,
    turns,
    firstTurnRatio: observed,
    expectedRatio: expected,
    efficiency: efficiency(observed, expected),
    decisions:
      report?.decisions?.map(({ tool, input, decision, rule, reason }) => ({ tool, input, decision, rule, reason })) ??
      null,
    error: report?.error ?? null,
  };
}

/** A request that was refused belongs to no lane of the script; its header may still say whose it was. */
function laneNamed({ lane, exchange }: ServedExchange): string {
  return lane ?? exchange.headers.find(([name]) => name.toLowerCase() === LANE_HEADER)?.[1] ?? laneOf(1);
}

function usageOf({ prediction }: ServedExchange): ForkTurnUsage {
  const usage = prediction?.usage ?? null;
  return {
    read: usage?.read ?? null,
    write: usage?.write ?? null,
    fresh: usage?.fresh ?? null,
    output: null,
    grade: CONTEXT.tokens.grade,
  };
}

function expectation(parent: Exchange, fork: Exchange): number | null {
  return expectedRatio(chainOf(layOut(parent.request), CONTEXT), chainOf(layOut(fork.request), CONTEXT));
}
