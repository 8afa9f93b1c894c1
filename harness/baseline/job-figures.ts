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
  /** How many values of a figure are not known, for each figure that is null because of them. Absent without one. */
  readonly unknown?: UnknownCounts;
  /** Present for a job that asked the real provider: its figures differ from run to run. */
  readonly live?: true;
};

type Summed = "ratio" | "lost" | "fresh" | "write" | "output" | "usd" | "breakUsd";

export type UnknownCounts = { readonly [figure in Summed]?: number };

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
  const ran = job.kind !== "filter" && forks.length > 0;
  const has = (counter: "fresh" | "write" | "output"): Values =>
    ran ? forks.flatMap(({ turns }) => (turns.length === 0 ? [null] : turns.map((turn) => turn[counter]))) : [];
  const values: Readonly<Record<Summed, Values>> = {
    ratio: ran ? forks.map(({ firstTurnRatio }) => firstTurnRatio) : judgements.map(ratioOf),
    lost: judgements.map(lostIn),
    fresh: has("fresh"),
    write: has("write"),
    output: has("output"),
    usd: ran ? forks.map(({ cost }) => cost?.usd ?? null) : [],
    breakUsd: ran ? forks.map(breakUsdOf) : judgements.map(brokenUsd),
  };
  return {
    id,
    file,
    tags,
    status: outcome.status,
    verdict: verdictsWorstFirst.find((worst) => judgements.some(({ verdict }) => verdict === worst)) ?? null,
    reusable: reusableWorstFirst.find((worst) => judgements.some(({ reusable }) => reusable === worst)) ?? null,
    ratio: roundRatio(lowest(values.ratio)),
    lost: total(values.lost),
    fresh: total(values.fresh),
    write: total(values.write),
    output: total(values.output),
    usd: roundUsd(total(values.usd)),
    breakUsd: roundUsd(total(values.breakUsd)),
    causes: causesOf(job),
    ...unknownIn(values),
    ...(live !== undefined && { live: true }),
  };
}

type Values = readonly (number | null)[];

function unknownIn(values: Readonly<Record<Summed, Values>>): Pick<JobFigures, "unknown"> {
  const counts = Object.entries(values).flatMap(([figure, all]): readonly (readonly [string, number])[] => {
    const unknown = all.filter((value) => value === null).length;
    return unknown === 0 ? [] : [[figure, unknown]];
  });
  return counts.length === 0 ? {} : { unknown: Object.fromEntries(counts) };
}

/** Null where one of the values is not known, and without a value. */
function total(values: Values): number | null {
  return values.length === 0 ? null : sumOrNull(values);
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
function lowest(values: Values): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)));
}

/** Sums of the same numbers in another order may differ in the last digit. */
function roundRatio(ratio: number | null): number | null {
  return ratio === null ? null : Number(ratio.toFixed(6));
}
