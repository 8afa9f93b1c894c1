import { sumOrNull, roundUsd } from "../kernel/numbers.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { Judgement, Reusable, Verdict } from "../kernel/judgement.ts";
import type { ForkRun, JobResult } from "../kernel/run-result.ts";

/** The figures of one job that two runs are compared by. Null where a number is not known, never 0. */
export type JobFigures = {
  readonly id: string;
  readonly file: string;
  readonly tags: readonly string[];
  readonly status: JobResult["outcome"]["status"];
  /** The worst of the job's judgements; null without one. */
  readonly verdict: Verdict | null;
  readonly reusable: Reusable | null;
  /** The lowest hit ratio of a first turn. */
  readonly ratio: number | null;
  /** Cached tokens lost, over all pairs. */
  readonly lost: number | null;
  /** Tokens of all turns of all forks. */
  readonly fresh: number | null;
  readonly write: number | null;
  readonly output: number | null;
  /** The cost of all forks, and the part of it that breaks caused. */
  readonly usd: number | null;
  readonly breakUsd: number | null;
  readonly causes: readonly FindingCode[];
  /** Present for a job that asked the real provider: its figures differ from run to run. */
  readonly live?: true;
};

/** A pair has one verdict; a session is as good as its worst turn. */
export const verdictsWorstFirst: readonly Verdict[] = [
  "not-comparable",
  "diverged",
  "rendered-identical",
  "byte-identical",
];
export const reusableWorstFirst: readonly Reusable[] = ["no", "unknown", "yes"];

export function figuresOf(job: JobResult): JobFigures {
  const { id, file, tags, outcome, judgements, forks, live } = job;
  const has = (counter: "fresh" | "write" | "output"): number | null =>
    sumOrNull(forks.flatMap(({ turns }) => (turns.length === 0 ? [null] : turns.map((turn) => turn[counter]))));
  const ran = job.kind !== "filter" && forks.length > 0;
  return {
    id,
    file,
    tags,
    status: outcome.status,
    verdict: verdictsWorstFirst.find((worst) => judgements.some(({ verdict }) => verdict === worst)) ?? null,
    reusable: reusableWorstFirst.find((worst) => judgements.some(({ reusable }) => reusable === worst)) ?? null,
    ratio: roundRatio(lowest(ran ? forks.map(({ firstTurnRatio }) => firstTurnRatio) : judgements.map(ratioOf))),
    lost: judgements.length === 0 ? null : sumOrNull(judgements.map(lostIn)),
    fresh: ran ? has("fresh") : null,
    write: ran ? has("write") : null,
    output: ran ? has("output") : null,
    usd: ran ? roundUsd(sumOrNull(forks.map(({ cost }) => cost?.usd ?? null))) : null,
    breakUsd:
      ran || judgements.length > 0
        ? roundUsd(sumOrNull(ran ? forks.map(breakUsdOf) : judgements.map(brokenUsd)))
        : null,
    causes: causesOf(job),
    ...(live !== undefined && { live: true }),
  };
}

/** The codes of a job's causes, each once. */
function causesOf({ judgements }: JobResult): readonly FindingCode[] {
  const codes = judgements.flatMap(({ findings }) =>
    findings.flatMap(({ role, code }) => (role === "cause" ? [code] : [])),
  );
  return [...new Set(codes)].sort();
}

function ratioOf({ ratio }: Judgement): number | null {
  return ratio?.observed ?? null;
}

/** Without a cause nothing is lost. */
function lostIn({ breakCost, findings }: Judgement): number | null {
  if (breakCost !== null) return breakCost.lostTokens;
  return findings.some(({ role }) => role === "cause") ? null : 0;
}

function brokenUsd({ breakCost, findings }: Judgement): number | null {
  if (breakCost !== null) return breakCost.usd;
  return findings.some(({ role }) => role === "cause") ? null : 0;
}

function breakUsdOf({ cost }: ForkRun): number | null {
  return cost?.breakUsd ?? null;
}

/** Null where one of the values is not known, and without a value. */
function lowest(values: readonly (number | null)[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
}

/** Sums of the same numbers in another order may differ in the last digit. */
function roundRatio(ratio: number | null): number | null {
  return ratio === null ? null : Number(ratio.toFixed(6));
}
