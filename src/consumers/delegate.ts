import { allowMatching } from "../filters/allow-matching.ts";
import { checkShapes, isFunction, isText, type Shape } from "../fork/params/check-shapes.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import { handedOn, type HandOn } from "../fork/loop/handed-on.ts";
import { toTaskNotification } from "../fork/task-notification.ts";
import { checkConsumer, runOrRefusal, type ConsumerRun } from "./consumer-run.ts";

export type Delegation = ConsumerRun & {
  readonly task: string;
  /** Facts for the task that the conversation does not hold. */
  readonly context?: string;
  /** Names of tools that may run; `*` stands for any run of characters. An empty list allows no tool. */
  readonly allowTools: readonly string[];
  /** Selects the part of the final text to hand on. Default: the strategy's own choice; append-tool-result uses `persistOnly`. */
  readonly handOn?: HandOn;
};

export type DelegationResult = {
  readonly ok: boolean;
  /** The text that the fork hands on. If `ok` is false, the reason. */
  readonly output: string;
  /** Null if the fork could not start: too deep, an empty task, an invalid parameter. */
  readonly run: ForkResult | null;
};

const shapes: readonly Shape[] = [
  { name: "task", fits: isText, wanted: "a text; say what the fork is to do" },
  {
    name: "allowTools",
    fits: (value) => Array.isArray(value) && value.every(isText),
    wanted: 'a list of names; pass ["Read", "mcp__docs__*"], or [] to allow no tool',
  },
  { name: "handOn", isOptional: true, fits: isFunction, wanted: "a function; pass (text) => text" },
];

/** Hands a task to a fork and waits for its answer. Defaults: 10 turns, 30 seconds. A failure is a result, never a throw. */
export async function delegate(delegation: Delegation): Promise<DelegationResult> {
  const { forks, task, context, allowTools, handOn, ...run } = delegation;
  const result = await runOrRefusal(forks, () => {
    checkShapes(delegation, shapes);
    checkConsumer(delegation, ["task", "context", "allowTools", "handOn"], "a delegation");
    return {
      maxTurns: 10,
      timeoutMs: 30_000,
      ...run,
      filter: allowMatching(allowTools),
      directive: context === undefined ? task : `${context}\n\n${task}`,
      label: "delegate",
      source: "delegation",
    };
  });
  if (typeof result === "string") return { ok: false, output: result, run: null };
  const told = handedOn(result, run, handOn);
  if (told.stop.cause !== "completed") return { ok: false, output: toTaskNotification(told).summary, run: result };
  const ok = told.finalText !== null;
  return { ok, output: told.finalText ?? "the fork ended without a word", run: result };
}
