import type { ToolFilter } from "../filters/tool-filter.ts";
import { checkComplaint } from "../fork/loop/check-outcome.ts";
import { checkShapes, forksShape, isFunction, isText, type Shape } from "../fork/params/check-shapes.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import { messageOf } from "../fork/records/run-log.ts";
import { checkConsumer, runOrRefusal, type ConsumerRun } from "./consumer-run.ts";

export type EvalPrompt = {
  readonly name: string;
  readonly prompt: string;
  /** What is wrong with the run, or null. One that throws, rejects or gives back anything else has failed the prompt. */
  readonly judge: (run: ForkResult) => string | null | Promise<string | null>;
};

export type PromptVerdict = {
  readonly name: string;
  readonly passed: boolean;
  readonly complaint: string | null;
  /** Null if its fork could not start, such as for an empty prompt. */
  readonly run: ForkResult | null;
};

export type Evaluation = ConsumerRun & { readonly prompts: readonly EvalPrompt[]; readonly filter?: ToolFilter };

const shapes: readonly Shape[] = [
  forksShape,
  {
    name: "prompts",
    fits: (value) => Array.isArray(value) && value.every(isPrompt),
    wanted: "a list of prompts; pass [{ name, prompt, judge: (run) => null }]",
  },
];

function isPrompt(value: unknown): boolean {
  const { name, prompt, judge }: { readonly [member: string]: unknown } = Object(value);
  return isText(name) && isText(prompt) && isFunction(judge);
}

/**
 * Asks a parent's forks scripted prompts, one after another in the order given: the first warms the cache for the others.
 * A run that did not complete has failed, whatever its judge would say. Defaults: 10 turns, 5 minutes for each.
 * Rejects with ForkParamsError for an invalid or empty list of prompts.
 */
export async function evaluatePrompts(evaluation: Evaluation): Promise<readonly PromptVerdict[]> {
  const { forks, prompts, ...run } = evaluation;
  checkShapes({ forks, prompts }, shapes);
  checkConsumer(evaluation, ["prompts", "filter"], "an evaluation");
  if (prompts.length === 0) {
    throw new ForkParamsError("prompts", "the list of prompts is empty; pass at least one prompt");
  }
  const verdicts: PromptVerdict[] = [];
  for (const { name, prompt, judge } of prompts) {
    const params = { maxTurns: 10, timeoutMs: 300_000, ...run, directive: prompt, label: name, source: "eval" };
    const result = await runOrRefusal(forks, () => params);
    if (typeof result === "string") {
      verdicts.push({ name, passed: false, complaint: `it could not start: ${result}`, run: null });
      continue;
    }
    const complaint =
      result.stop.cause === "completed"
        ? await judgeSafely(judge, result)
        : `it did not complete: ${result.stop.cause}`;
    verdicts.push({ name, passed: complaint === null, complaint, run: result });
  }
  return verdicts;
}

async function judgeSafely(judge: EvalPrompt["judge"], run: ForkResult): Promise<string | null> {
  try {
    return checkComplaint(await judge(run));
  } catch (fault) {
    return `its judge failed: ${messageOf(fault)}`;
  }
}
