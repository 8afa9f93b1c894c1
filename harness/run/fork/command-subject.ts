import { type ChildExit, runChild } from "../../io/child-process.ts";
import { markedProcesses } from "../../io/workers/leftover-processes.ts";
import { drawCommandMark } from "../../io/workers/run-mark.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { serveEgressProxy } from "../../mock/serve/egress-proxy.ts";
import { type OwnVariables, subjectEnvironment } from "./modules/subject-environment.ts";
import type { SubjectReport, SubjectTask } from "./subject-task.ts";
import { tellingLines } from "./modules/telling-lines.ts";

/**
 * Runs a user's program in `folder`. It finds the provider in the environment variables that clients read; `FORKPROOF_*` carry
 * the values that a module gets in its argument. `env` adds variables, and changes none of these.
 *
 * @throws HarnessError HX196 if it cannot be started, HX421 if it sends requests to a host that is not loopback
 */
export async function runCommand(
  command: readonly string[],
  { folder, env: own }: { readonly folder: string; readonly env: OwnVariables },
  { baseUrl, apiKey, directive, signal }: Pick<SubjectTask, "baseUrl" | "apiKey" | "directive" | "signal">,
): Promise<SubjectReport> {
  const [program, ...args] = command;
  if (program === undefined) throw new Error("the schema let an empty command through");
  await using egress = await serveEgressProxy();
  const inherited = subjectEnvironment(own);
  const { mark, variable } = drawCommandMark(inherited);
  const env = {
    ...inherited,
    ...variable,
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
  const left = markedProcesses(mark).map(({ command: line }) => line);
  const hasFailed = exit.code !== 0;
  return {
    stop: hasFailed ? "error" : null,
    output: exit.stdout.trimEnd(),
    decisions: null,
    error: hasFailed ? describeFailure(exit) : null,
    ...(left.length > 0 && { left }),
  };
}

function notStarted(program: string, why: string, folder: string): HarnessError {
  return new HarnessError({
    code: "HX196",
    what: `the command cannot be started: ${why}`,
    where: `${program}, started in ${folder}`,
    fix: why === "ENOENT" ? "install it, or write its whole path" : "make it a program that may be run",
    exit: 2,
  });
}

function describeFailure({ code, signal, stderr }: ChildExit): string {
  const told = tellingLines(stderr).join("\n");
  return `the command ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}: ${told || "it said nothing on stderr"}`;
}
