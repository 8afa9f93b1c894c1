import type { ToolFilter } from "../filters/tool-filter.ts";
import { checkShapes, forksShape, isFunction, isText, type Shape } from "../fork/params/check-shapes.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import { sumUsage } from "../fork/loop/usage-totals.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import { checkConsumer, runOrRefusal, type ConsumerRun } from "./consumer-run.ts";
import { type GradedRun, type Grader, gradeRun } from "./evaluation/grade-run.ts";
import { firstThenPool } from "./evaluation/in-pool.ts";
import { type PassRate, passRateOf } from "./evaluation/pass-rate.ts";

export type EvalPrompt = { readonly name: string; readonly prompt: string; readonly grader: Grader };

/** One run of a prompt, graded. `run` is null if its fork could not start, such as for an empty prompt. */
export type EvalSample = GradedRun & { readonly run: ForkResult | null };

/** The runs of one prompt. `usage` and `usd` are over all of them; a counter or a price that one run lacks is null. */
export type PromptRate = PassRate & {
  readonly name: string;
  readonly usage: ForkResult["usage"];
  readonly usd: number | null;
  readonly samples: readonly EvalSample[];
};

export type Evaluation = ConsumerRun & {
  readonly prompts: readonly EvalPrompt[];
  readonly filter?: ToolFilter;
  /** How often each prompt runs. Default: 1. */
  readonly repeat?: number;
  /** How many forks run at once, after the first one alone. Default: 1. */
  readonly concurrency?: number;
  /** How long a grader may take. Default: a minute. */
  readonly graderTimeoutMs?: number;
  /** The price of a fork's tokens in USD, or null. Without it `usd` is null. */
  readonly priceOf?: (usage: ForkResult["usage"]) => number | null;
};

const isCount = (value: unknown): boolean => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1);

const shapes: readonly Shape[] = [
  forksShape,
  {
    name: "prompts",
    fits: (value) => Array.isArray(value) && value.every(isPrompt),
    wanted: "a list of prompts; pass [{ name, prompt, grader: (run) => null }]",
  },
  ...["repeat", "concurrency", "graderTimeoutMs"].map((name) => ({
    name,
    fits: isCount,
    wanted: "a whole number from 1",
  })),
  { name: "priceOf", fits: (value) => value === undefined || isFunction(value), wanted: "a function of the usage" },
];

function isPrompt(value: unknown): boolean {
  const { name, prompt, grader }: { readonly [member: string]: unknown } = Object(value);
  return isText(name) && isText(prompt) && isFunction(grader);
}

/**
 * Asks a parent's forks scripted prompts: the first fork alone, since it warms the cache, then its siblings in the order of the prompts.
 * A run that did not complete has failed, whatever its grader would say. Defaults: 10 turns, 5 minutes for each.
 * Rejects with ForkParamsError for an invalid or empty list of prompts.
 */
export async function evaluatePrompts(evaluation: Evaluation): Promise<readonly PromptRate[]> {
  const { forks, prompts, repeat = 1, concurrency = 1, graderTimeoutMs = 60_000, priceOf, ...run } = evaluation;
  checkShapes({ forks, prompts, repeat, concurrency, graderTimeoutMs, priceOf }, shapes);
  checkConsumer(evaluation, OWN, "an evaluation");
  if (prompts.length === 0) {
    throw new ForkParamsError("prompts", "the list of prompts is empty; pass at least one prompt");
  }
  const sample = async ({ name, prompt, grader }: EvalPrompt): Promise<EvalSample> => {
    const params = { maxTurns: 10, timeoutMs: 300_000, ...run, directive: prompt, label: name, source: "eval" };
    const result = await runOrRefusal(forks, () => params);
    if (typeof result === "string") return failed(`it could not start: ${result}`, null);
    if (result.stop.cause !== "completed") return failed(`it did not complete: ${result.stop.cause}`, result);
    return { ...(await gradeRun(grader, result, graderTimeoutMs)), run: result };
  };
  const tasks = prompts.flatMap((prompt) => Array.from({ length: repeat }, () => () => sample(prompt)));
  const samples = await firstThenPool(tasks, concurrency);
  return prompts.map(({ name }, at) => rateOf(name, samples.slice(at * repeat, (at + 1) * repeat), priceOf));
}

const OWN = ["prompts", "filter", "repeat", "concurrency", "graderTimeoutMs", "priceOf"];

function failed(complaint: string, run: ForkResult | null): EvalSample {
  return { passed: false, score: null, complaint, run };
}

/** A price that throws must not lose runs that are paid for, and an invalid amount is unknown. */
function priced(usage: ForkResult["usage"], priceOf: Evaluation["priceOf"]): number | null {
  try {
    const usd: unknown = priceOf?.(usage) ?? null;
    return typeof usd === "number" && Number.isFinite(usd) ? usd : null;
  } catch {
    return null;
  }
}

function rateOf(name: string, samples: readonly EvalSample[], priceOf: Evaluation["priceOf"]): PromptRate {
  const usages = samples.map(({ run }) => run?.usage ?? null);
  // A fork that could not start has cost nothing.
  const prices = usages.map((usage): number | null => (usage === null ? 0 : priced(usage, priceOf)));
  return {
    name,
    ...passRateOf(samples.filter(({ passed }) => passed).length, samples.length),
    usage: sumUsage(usages.filter((usage) => usage !== null)),
    usd: prices.reduce<number | null>((all, usd) => (all === null || usd === null ? null : all + usd), 0),
    samples,
  };
}
