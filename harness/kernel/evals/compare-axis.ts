import { sumOrNull } from "../numbers.ts";
import type { JobResult } from "../run-result.ts";
import { type AxisRow, axisRows, axisValues, type Sample } from "./axis-rows.ts";
import type { Comparison, Paired, Rates, SampleMeans } from "./comparison.ts";
import { signTest } from "./sign-test.ts";

/** Compares the jobs of a run by the values of one axis. */
export function compareAxis(jobs: readonly JobResult[], axis: string): Comparison {
  const values = axisValues(jobs, axis);
  const rows = axisRows(jobs, axis);
  const all = new Map(values.map((value) => [value, rows.flatMap(({ samples }) => samples.get(value) ?? [])]));
  const pairs = rows.flatMap((row) => pairsOf(row, values));
  const known = [...all.values()].flat().filter(({ isMet }) => isMet !== null);
  const failed = [...new Set(known.flatMap((sample) => sample.failed))];
  const [first = [], second = []] = values.map((value) => all.get(value) ?? []);
  return {
    axis,
    values,
    rows: rows.map(({ row, samples }) => ({ row, rates: ratesOf(samples, values, hasPassed) })),
    ...paired(all, values, pairs, hasPassed),
    checks: failed.map((check) => ({
      check,
      ...paired(all, values, pairs, (sample) => isCheckMet(sample, check)),
    })),
    means: Object.fromEntries(
      [...all].map(([value, samples]) => [value, meansOf(samples.filter(({ isAnswered }) => isAnswered))]),
    ),
    unpaired: first.length + second.length - 2 * comparable(pairs, hasPassed).length,
  };
}

/** A sample of the first value, and the one of the second value with the same row and round. */
export type SamplePair = readonly [first: Sample, second: Sample];

export function pairsOf({ samples }: AxisRow, [one = "", other = ""]: readonly string[]): readonly SamplePair[] {
  const partners = samples.get(other) ?? [];
  return (samples.get(one) ?? []).flatMap((sample, round): readonly SamplePair[] => {
    const partner = partners[round];
    return partner === undefined ? [] : [[sample, partner]];
  });
}

/** Null for a sample that shows nothing: it counts on neither side. */
type IsMet = (sample: Sample) => boolean | null;

const hasPassed: IsMet = ({ isMet }) => isMet;

function isCheckMet({ isMet, failed, notExamined }: Sample, check: string): boolean | null {
  return isMet === null || notExamined.includes(check) ? null : !failed.includes(check);
}

/** Pairs of which both samples show something. */
function comparable(pairs: readonly SamplePair[], isMet: IsMet): readonly SamplePair[] {
  return pairs.filter((pair) => pair.every((sample) => isMet(sample) !== null));
}

function paired(
  all: ReadonlyMap<string, readonly Sample[]>,
  values: readonly string[],
  pairs: readonly SamplePair[],
  isMet: IsMet,
): Paired {
  const shown = comparable(pairs, isMet);
  const wins = shown.filter(([first, second]) => isMet(first) === true && isMet(second) === false).length;
  const losses = shown.filter(([first, second]) => isMet(first) === false && isMet(second) === true).length;
  return {
    rates: ratesOf(all, values, isMet),
    wins,
    losses,
    ties: shown.length - wins - losses,
    p: shown.length === 0 ? null : signTest(wins, losses),
  };
}

function ratesOf(samples: ReadonlyMap<string, readonly Sample[]>, values: readonly string[], isMet: IsMet): Rates {
  return Object.fromEntries(
    values.map((value) => {
      const own = (samples.get(value) ?? []).map(isMet).filter((each) => each !== null);
      return [value, own.length === 0 ? null : own.filter(Boolean).length / own.length];
    }),
  );
}

function meansOf(samples: readonly Sample[]): SampleMeans {
  const mean = (of: (sample: Sample) => number | null): number | null => {
    const total = samples.length === 0 ? null : sumOrNull(samples.map(of));
    return total === null ? null : total / samples.length;
  };
  return {
    samples: samples.length,
    usd: mean(({ usd }) => usd),
    tokens: mean(({ tokens }) => tokens),
    turns: mean(({ turns }) => turns),
    durationMs: mean(({ durationMs }) => durationMs),
  };
}
