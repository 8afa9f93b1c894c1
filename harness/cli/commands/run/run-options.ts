import { coreCount } from "../../../io/process.ts";
import type { RunSelection } from "../../../kernel/run-result.ts";
import type { ProviderCache } from "../../../providers/provider.ts";
import type { LiveOptions } from "../../../run/live/live-options.ts";
import type { KeptRounds } from "../../../run/live/regrade.ts";
import type { ParallelOptions } from "../../../run/run-scenarios.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { cachesBy, readRules } from "../../rules-option.ts";
import { readQueueAddress } from "../../queue-options.ts";
import { usageError } from "../../usage-error.ts";
import { type BaselineOptions, readBaselineOptions } from "./baseline-options.ts";
import { isInCi } from "../is-in-ci.ts";
import { readRowChoice } from "./row-options.ts";
import { readLiveOptions, readKeptRounds } from "./live-options.ts";

/** The options of `run` that its jobs depend on, checked. */
export type RunOptions = {
  readonly selection: RunSelection;
  /** Infinity where the option is absent. */
  readonly maxWarnings: number;
  readonly maxBreakUsd: number;
  readonly baseline: BaselineOptions | null;
  /** The axis whose values are compared. */
  readonly compare: string | null;
  readonly live: LiveOptions | null;
  /** The rounds that are graded again. */
  readonly kept: KeptRounds | null;
  readonly caches: readonly ProviderCache[];
  readonly parallel: ParallelOptions;
  /** Null to keep no evidence. */
  readonly keepFailed: string | null;
};

/** @throws HarnessError HX503 for a value that cannot be, and what the files of options throw */
export async function readRunOptions(invocation: Invocation): Promise<RunOptions> {
  const rules = readRules(invocation);
  const jobs = readJobs(invocation);
  // Refuses what does nothing without a queue.
  readQueueAddress(invocation);
  return {
    selection: readSelection(invocation),
    maxWarnings: readMaxWarnings(invocation),
    maxBreakUsd: readMaxBreakUsd(invocation),
    baseline: readBaselineOptions(invocation),
    compare: valueOf(invocation, "compare"),
    live: await readLiveOptions(invocation, jobs.others + 1),
    kept: await readKeptRounds(invocation),
    caches: cachesBy(rules),
    parallel: { ...jobs, rules },
    keepFailed: valueOf(invocation, "keep-failed") ?? (isInCi() ? "reports/failed" : null),
  };
}

function readSelection(invocation: Invocation): RunSelection {
  const { positionals, options } = invocation;
  return {
    paths: positionals.length === 0 ? ["scenarios"] : positionals,
    tags: options.get("tag") ?? [],
    name: valueOf(invocation, "name"),
    shard: readShard(valueOf(invocation, "shard")),
    ...readRowChoice(invocation),
  };
}

function readShard(value: string | null): RunSelection["shard"] {
  if (value === null) return null;
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw usageError("HX503", `--shard takes I/N with I from 1 to N, not "${value}"`, "write --shard 1/3, 2/3 and 3/3");
}

/** One process for each core; where the user does not say, the others start only in a run that is long enough. */
function readJobs(invocation: Invocation): Omit<ParallelOptions, "rules"> {
  const value = valueOf(invocation, "jobs");
  const cores = coreCount();
  if (value === null) return { others: cores - 1, atOnce: false, cores };
  if (/^[1-9]\d{0,2}$/.test(value)) return { others: Number(value) - 1, atOnce: true, cores };
  throw usageError("HX503", `--jobs takes a whole number from 1, not "${value}"`, "write --jobs 4");
}

/** Infinity where the option is absent. */
export function readMaxWarnings(invocation: Invocation): number {
  const value = valueOf(invocation, "max-warnings");
  if (value === null) return Infinity;
  if (/^\d+$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-warnings takes a whole number, not "${value}"`, "write --max-warnings 0, or more");
}

/** Infinity where the option is absent. */
export function readMaxBreakUsd(invocation: Invocation): number {
  const value = valueOf(invocation, "max-break-usd");
  if (value === null) return Infinity;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-break-usd takes a sum in USD, not "${value}"`, "write --max-break-usd 0.05");
}
