import type { ForkResult, ForkStop } from "./fork-result.ts";
import { errorText } from "./loop/stop-reason.ts";
import { totalTokens } from "./loop/usage-totals.ts";

/** The report of a finished fork to its parent, in a later turn. */
export type TaskNotification = {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** One line for people. */
  readonly summary: string;
  /** The fork's final text; null if it is empty or the run failed. After a limit, the text so far. */
  readonly result: string | null;
  readonly usage: TaskUsage;
};

/** `completed` only where the fork has come to its own end: a run that hit its turn or token limit has failed its task. */
export type TaskStatus = "completed" | "failed" | "killed" | "timeout";

export type TaskUsage = {
  /** Prompt and answer tokens of all turns; null if a counter was not reported. */
  readonly totalTokens: number | null;
  /** Tool calls that the fork made, denied ones included. Not its turns: one turn may hold any number of calls. */
  readonly toolUses: number;
  readonly durationMs: number;
};

/**
 * The notification of a run. `summary` by default: the first line of the fork's final text, at most 80 characters. It takes
 * that from the whole text: with append-tool-result, put `persistOnly(finalText)` in its place first, as `agentTool` and `delegate` do.
 */
export function toTaskNotification(run: ForkResult, summary?: string): TaskNotification {
  const status = statusOf(run.stop);
  const result = saysHowFar(run.stop) ? run.finalText : null;
  return {
    taskId: run.runId,
    status,
    summary: summary ?? summaryOf(run.stop, result),
    result,
    usage: { totalTokens: totalTokens(run.usage), toolUses: run.decisions.length, durationMs: run.durationMs },
  };
}

function statusOf(stop: ForkStop): TaskStatus {
  switch (stop.cause) {
    case "completed":
      return "completed";
    case "aborted":
      return "killed";
    case "timeout":
      return "timeout";
    case "max_turns":
    case "length":
    case "refusal":
    case "lost":
    case "error":
      return "failed";
  }
}

function saysHowFar({ cause }: ForkStop): boolean {
  return cause === "completed" || cause === "max_turns" || cause === "length";
}

function summaryOf(stop: ForkStop, result: string | null): string {
  const [line = ""] = (result ?? "").trimStart().split(/\r?\n/, 1);
  switch (stop.cause) {
    case "completed":
      return line === "" ? "completed" : firstCharacters(line);
    case "max_turns":
      return "stopped at its turn limit";
    case "length":
      return "stopped at its token limit";
    case "refusal":
      return "the model refused";
    case "aborted":
      return `aborted: ${stop.reason}`;
    case "lost":
      return `lost: ${stop.reason}`;
    case "timeout":
      return `timed out after ${stop.timeoutMs} ms`;
    case "error":
      return errorText(stop.error);
  }
}

/** At most 80 whole characters. */
function firstCharacters(line: string): string {
  return Array.from(line).slice(0, 80).join("");
}
