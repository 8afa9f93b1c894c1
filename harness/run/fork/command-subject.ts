import { runChild } from "../../io/child-process.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import type { SubjectReport, SubjectTask } from "./subject-task.ts";
import { untilDeadline } from "./until-deadline.ts";

/**
 * Runs a user's program as the subject. It finds the provider in the environment variables that clients read; `FORKPROOF_*`
 * tell it what a module is told in its argument.
 */
export async function runCommand(
  command: readonly string[],
  task: Pick<SubjectTask, "baseUrl" | "apiKey" | "directive" | "signal">,
  limitMs: number,
): Promise<SubjectReport> {
  const [program, ...args] = command;
  if (program === undefined) throw new Error("the schema let an empty command through");
  const { baseUrl, apiKey, directive } = task;
  const stop = new AbortController();
  const signal = AbortSignal.any([task.signal, stop.signal]);
  const env = {
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: apiKey,
    FORKPROOF_BASE_URL: baseUrl,
    FORKPROOF_DIRECTIVE: directive,
  };
  try {
    const exit = await untilDeadline(runChild([program, ...args], { env, signal }), limitMs, `the command ${program}`);
    if (exit.notStarted !== null) throw notStarted(program, exit.notStarted);
    if (exit.code !== 0) throw failed(command, exit);
    return { stop: null, output: exit.stdout.trimEnd(), decisions: null, error: null };
  } finally {
    stop.abort();
  }
}

function notStarted(program: string, why: string): HarnessError {
  return new HarnessError({
    code: "HX196",
    what: `the command ${program} cannot be started: ${why}`,
    mend: why === "ENOENT" ? "install it, or write its whole path" : "make it a program that may be run",
    exit: 2,
  });
}

function failed(
  command: readonly string[],
  { code, signal, stderr }: { readonly code: number | null; readonly signal: string | null; readonly stderr: string },
): HarnessError {
  const last = stderr.trim().split("\n").slice(-5).join("\n");
  return new HarnessError({
    code: "HX197",
    what: `the command ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}: ${last || "it said nothing on stderr"}`,
    where: command.join(" "),
    mend: "run it against `forkproof serve` to see where it fails",
    exit: 2,
  });
}
