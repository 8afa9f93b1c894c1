import { type ChildExit, runChild } from "../../io/child-process.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import { serveEgressProxy } from "../../mock/egress-proxy.ts";
import type { SubjectReport, SubjectTask } from "./subject-task.ts";

/**
 * Runs a user's program in `folder`. It finds the provider in the environment variables that clients read; `FORKPROOF_*`
 * tell it what a module is told in its argument.
 *
 * @throws HarnessError HX196 where it cannot be started, HX421 where it asks for a host that is not loopback
 */
export async function runCommand(
  command: readonly string[],
  folder: string,
  { baseUrl, apiKey, directive, signal }: Pick<SubjectTask, "baseUrl" | "apiKey" | "directive" | "signal">,
): Promise<SubjectReport> {
  const [program, ...args] = command;
  if (program === undefined) throw new Error("the schema let an empty command through");
  await using egress = await serveEgressProxy();
  const env = {
    ...egress.env,
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: apiKey,
    OPENAI_BASE_URL: `${baseUrl}/v1`,
    OPENAI_API_KEY: apiKey,
    GOOGLE_GEMINI_BASE_URL: baseUrl,
    GEMINI_API_KEY: apiKey,
    FORKPROOF_BASE_URL: baseUrl,
    FORKPROOF_DIRECTIVE: directive,
  };
  const exit = await runChild([program, ...args], { env, folder, signal });
  if (exit.notStarted !== null) throw notStarted(program, exit.notStarted, folder);
  const [escape] = egress.refused();
  if (escape !== undefined) throw escape;
  const hasFailed = exit.code !== 0;
  return {
    stop: hasFailed ? "error" : null,
    output: exit.stdout.trimEnd(),
    decisions: null,
    error: hasFailed ? describeFailure(exit) : null,
  };
}

function notStarted(program: string, why: string, folder: string): HarnessError {
  return new HarnessError({
    code: "HX196",
    what: `the command cannot be started: ${why}`,
    where: `${program}, started in ${folder}`,
    mend: why === "ENOENT" ? "install it, or write its whole path" : "make it a program that may be run",
    exit: 2,
  });
}

function describeFailure({ code, signal, stderr }: ChildExit): string {
  const told = tellingLines(stderr).join("\n");
  return `the command ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}: ${told || "it said nothing on stderr"}`;
}

/** The last lines, without a stack, and before them what was thrown where more than those stands behind it. */
function tellingLines(stderr: string): readonly string[] {
  const lines = stderr.split("\n").filter((line) => !noise.test(line));
  const last = lines.slice(-5);
  const thrown = lines.findLast((line) => /^(?:Uncaught )?[\w.]*(?:Error|Exception)\b/.test(line));
  return thrown === undefined || last.includes(thrown) ? last : [thrown, ...last.slice(1)];
}

/** Blank lines, the stack's frames, and the line with which Node ends. */
const noise = /^\s*$|^\s+at |^Node\.js v\d/;
