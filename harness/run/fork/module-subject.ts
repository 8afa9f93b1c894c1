import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { HarnessError } from "../../kernel/harness-error.ts";
import type { JsonObject } from "../../scenario/json-object.ts";
import type { SubjectReport, SubjectTask } from "./subject-task.ts";
import { untilDeadline } from "./until-deadline.ts";

/**
 * What a user's module exports by default: it forks the parent with its own code and sends the fork to `baseUrl`. What it
 * resolves to is its own report; a module that resolves to nothing is judged by what reached the wire alone.
 */
export type ForkSubjectModule = (task: ModuleTask) => Promise<{ readonly output?: string } | void>;

/** What the module is given. */
export type ModuleTask = {
  /** The parent's exchange, raw: the request body that was sent, its headers, the body of the answer. */
  readonly parent: SubjectTask["parent"];
  /** Such as `http://127.0.0.1:40123`; any key is taken. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly directive: string;
  readonly tools: {
    /** Asks the scenario's filter, then its stubs. A denied call has `isError` and says which rule denied it. */
    readonly call: (
      tool: string,
      input: JsonObject,
    ) => Promise<{ readonly content: string; readonly isError: boolean }>;
  };
  readonly signal: AbortSignal;
};

/** Runs the module at `path` as the subject. */
export async function runModule(path: string, task: SubjectTask, limitMs: number): Promise<SubjectReport> {
  const fork = await importSubject(path);
  const decisions: NonNullable<SubjectReport["decisions"]>[number][] = [];
  const call: ModuleTask["tools"]["call"] = async (tool, input) => {
    const decision = await task.decide(tool, input);
    decisions.push({ tool, input, ...decision });
    return decision.decision === "allow"
      ? task.callTool(tool, input)
      : {
          content: JSON.stringify({ code: "tool_denied", tool, rule: decision.rule, reason: decision.reason }),
          isError: true,
        };
  };
  const { parent, baseUrl, apiKey, directive, signal } = task;
  const run = fork({ parent, baseUrl, apiKey, directive, tools: { call }, signal });
  try {
    const said = await untilDeadline(run, limitMs, `the module ${path}`);
    return { stop: null, output: said?.output ?? null, decisions, error: null };
  } catch (fault) {
    if (fault instanceof HarnessError) throw fault;
    throw new HarnessError({
      code: "HX194",
      what: `the module failed: ${fault instanceof Error ? fault.message : String(fault)}`,
      where: path,
      mend: "run its code against `forkproof serve` to see where",
      exit: 2,
      cause: fault,
    });
  }
}

async function importSubject(path: string): Promise<ForkSubjectModule> {
  const broken = (what: string, mend: string, cause?: unknown): HarnessError =>
    new HarnessError({ code: "HX193", what, where: path, mend, exit: 2, cause });
  let imported: { readonly default?: unknown };
  try {
    imported = await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    throw broken(
      `cannot be imported: ${cause instanceof Error ? cause.message : String(cause)}`,
      "mend the module",
      cause,
    );
  }
  if (!isSubject(imported.default)) {
    throw broken(
      "has no function as its default export",
      "export default async ({ parent, baseUrl, directive }) => { … }",
    );
  }
  return imported.default;
}

/** The parsing edge: what a function takes and gives cannot be looked at, only called. */
function isSubject(value: unknown): value is ForkSubjectModule {
  return typeof value === "function";
}
