import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { RunSelection } from "../../kernel/run-result.ts";
import type { Scenario } from "../scenario.ts";

type RowChoice = { readonly [Key in "rows" | "sample"]?: RunSelection[Key] | undefined };

/**
 * Keeps the jobs of the chosen rows; scenarios without rows stay whole. A sample holds the same rows of a file for each variant.
 *
 * @throws HarnessError HX138 if there is no such row
 */
export function selectRows(scenarios: readonly Scenario[], { rows, sample }: RowChoice): readonly Scenario[] {
  if (rows === undefined && sample === undefined) return scenarios;
  if (scenarios.every(({ row }) => row === null)) throw withoutRows();
  const inRange = scenarios.filter(
    ({ row }) => row === null || rows === undefined || (row.number >= rows.from && row.number <= rows.to),
  );
  if (rows !== undefined && inRange.every(({ row }) => row === null)) throw outOfRange(scenarios, rows);
  if (sample === undefined) return inRange;
  const drawn = new Map<string, ReadonlySet<number>>();
  for (const [file, jobs] of Map.groupBy(inRange, (scenario) => scenario.file)) {
    const numbers = [...new Set(jobs.flatMap(({ row }) => row?.number ?? []))];
    drawn.set(file, new Set(draw(numbers, sample)));
  }
  return inRange.filter(({ row, file }) => row === null || drawn.get(file)?.has(row.number) === true);
}

/** The first `count` of a shuffle: a larger sample of the same seed holds the smaller one. */
function draw(numbers: readonly number[], { count, seed }: NonNullable<RunSelection["sample"]>): readonly number[] {
  const chance = seededChance(seed);
  return numbers
    .map((number) => [chance(), number] as const)
    .toSorted(([left], [right]) => left - right)
    .slice(0, count)
    .map(([, number]) => number);
}

/** Mulberry32: the same numbers for the same seed, on every machine. */
function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function withoutRows(): HarnessError {
  const what = "--rows and --sample choose rows, and no selected scenario has `cases`";
  return new HarnessError({ code: "HX138", what, fix: "leave them out, or select a scenario with `cases`", exit: 2 });
}

function outOfRange(scenarios: readonly Scenario[], { from, to }: NonNullable<RunSelection["rows"]>): HarnessError {
  const last = Math.max(...scenarios.map(({ row }) => row?.number ?? 0));
  const what = `no row has a number from ${from} to ${to}: the last one is ${last}`;
  return new HarnessError({ code: "HX138", what, fix: `choose rows from 1 to ${last}`, exit: 2 });
}
