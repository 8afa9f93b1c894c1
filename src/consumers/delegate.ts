import { allowMatching } from "../filters/allow-matching.ts";
import { checkShapes, isFunction, isText, type Shape } from "../fork/params/check-shapes.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import { handedOn, type HandOn } from "../fork/loop/handed-on.ts";
import { toTaskNotification } from "../fork/task-notification.ts";
import { checkConsumer, runOrRefusal, type ConsumerRun } from "./consumer-run.ts";

export type Delegation = ConsumerRun & {
  readonly task: string;
  /** What the task needs to know beside the conversation. */
  readonly context?: string;
  /** Names of tools that may run; `*` stands for any run of characters. None may where the list is empty. */
  readonly allowTools: readonly string[];
  /** What of the fork's last words is handed on. Default: what the strategy says: `persistOnly` of append-tool-result's, else all. */
  readonly handOn?: HandOn;
};

export type DelegationResult = {
  readonly ok: boolean;
  /** What the fork said and hands on, or where it is not ok, why. */
  readonly output: string;
  /** Null where the fork could not start: a refusal by depth, an empty task, a parameter that is none. */
  readonly run: ForkResult | null;
};

const shapes: readonly Shape[] = [
  { name: "task", fits: isText, wanted: "text; say what the fork is to do" },
  {
    name: "allowTools",
    fits: (value) => Array.isArray(value) && value.every(isText),
    wanted: 'list of names; pass ["Read", "mcp__docs__*"], or [] for none',
  },
  { name: "handOn", isOptional: true, fits: isFunction, wanted: "function; pass (text) => text" },
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
