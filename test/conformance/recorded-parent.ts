import { join } from "node:path";
import type { Reusable } from "../../harness/kernel/judgement.ts";
import type { JobResult } from "../../harness/kernel/run-result.ts";
import type { ExpectedPair } from "./expected-pair.ts";

/** A recorded request of a real client, forked by us: what the client's own fork of it was like, and what ours must be. */
export type RecordedParent = {
  readonly recording: string;
  readonly exchange: string;
  /** The client's own fork of the same request. */
  readonly own: string;
  /** Whether the cache can serve what the request marks. */
  readonly reusable: Reusable;
};

export const recordedParents: readonly RecordedParent[] = [
  { recording: "qwen-code/fork-anthropic.jsonl", exchange: "3", own: "5", reusable: "yes" },
  // Bodies of 2.5 KB: by estimate above the minimum of 1,024 tokens, and by more than the estimate is off (fidelity).
  { recording: "ai-sdk/anthropic.jsonl", exchange: "3", own: "4", reusable: "yes" },
  { recording: "langchain/anthropic.jsonl", exchange: "3", own: "4", reusable: "yes" },
];

/** Our fork passes every byte through, and reads nine tenths of its first prompt where that can be read at all. */
export function forkScenario(recordings: string, parent: RecordedParent): object {
  const { recording, exchange, reusable } = parent;
  return {
    name: forkName(parent),
    parent: { source: join(recordings, recording), exchange },
    fork: { strategy: "pass-through", prompt: "Say in one line what was found." },
    provider: { script: [{ text: "Nothing of note." }] },
    expect: {
      verdict: "byte-identical",
      reusable,
      ...(reusable === "yes" ? { firstTurn: { ratio: "> 0.9" } } : {}),
      stop: "completed",
    },
  };
}

export function forkName({ recording, exchange }: RecordedParent): string {
  return `${recording} ${exchange}, forked by us`;
}

/** Who forked, what was expected, what came: of the client's own fork as people judged it, and of ours. */
export function forkRow(
  parent: RecordedParent,
  pairs: readonly ExpectedPair[],
  job: JobResult | undefined,
): readonly string[] {
  const { recording, exchange, own, reusable } = parent;
  const judged = pairs.find((pair) => pair.recording === recording && pair.parent === exchange && pair.child === own);
  const [fork] = job?.forks ?? [];
  const [judgement] = job?.judgements ?? [];
  const ratio = fork?.firstTurnRatio ?? null;
  return [
    `${recording} ${exchange}`,
    judged?.verdict ?? "not judged",
    `byte-identical\nreusable ${reusable}${reusable === "yes" ? ", ratio > 0.9" : ""}`,
    judgement === undefined
      ? "not judged"
      : `${judgement.verdict}\nreusable ${judgement.reusable}, ratio ${ratio === null ? "not reported" : ratio.toFixed(3)}`,
    job?.outcome.status === "passed" ? "ok" : "WRONG",
  ];
}
