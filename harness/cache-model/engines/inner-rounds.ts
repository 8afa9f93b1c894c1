import type { PredictedUsage } from "../predicted-usage.ts";
import type { PromptCache } from "../prompt-cache.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";

/**
 * A provider's report on a request that it answers in several rounds of its own: tools that it runs itself, or a compaction of
 * the history before the answer. Every round is a prompt of its own and is cached as one
 * (harness/providers/FACTS.md#anthropic-usage).
 */
export type ReportedRounds = {
  /** At the start of a stream: the first round's. */
  readonly start: PredictedUsage;
  /** In the end: the sum of all rounds of server tools; of a compaction the last round's alone. */
  readonly end: PredictedUsage;
  /** One for each round, in order. */
  readonly iterations: readonly PredictedUsage[];
};

/** Plays the rounds of one request one behind the other; each is readable to the next. `rounds` has at least one. */
export function playRounds(
  cache: PromptCache,
  rounds: readonly [PromptChain, ...PromptChain[]],
  { nowMs, tells }: { readonly nowMs: number; readonly tells: "sum" | "last" },
): ReportedRounds {
  const [first, ...later] = rounds;
  const play = (chain: PromptChain): PredictedUsage => {
    const prediction = cache.predict(chain, nowMs);
    cache.commit(prediction, nowMs);
    return prediction.usage;
  };
  const start = play(first);
  const iterations = [start, ...later.map(play)];
  return { start, end: tells === "sum" ? summed(iterations) : (iterations.at(-1) ?? start), iterations };
}

function summed(iterations: readonly PredictedUsage[]): PredictedUsage {
  const sum = (of: (usage: PredictedUsage) => number): number => iterations.reduce((all, usage) => all + of(usage), 0);
  const ttls = new Set(iterations.flatMap(({ writeByTtl }) => Object.keys(writeByTtl)));
  return {
    read: sum(({ read }) => read),
    write: sum(({ write }) => write),
    fresh: sum(({ fresh }) => fresh),
    total: sum(({ total }) => total),
    writeByTtl: Object.fromEntries([...ttls].map((ttl) => [ttl, sum(({ writeByTtl }) => writeByTtl[ttl] ?? 0)])),
  };
}
