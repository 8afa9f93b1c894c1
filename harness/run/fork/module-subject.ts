import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { HarnessError } from "../../kernel/harness-error.ts";
import type { JsonObject } from "../../scenario/json-object.ts";
import type { SubjectReport, SubjectTask } from "./subject-task.ts";

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
  /** The folder of a memory fork, a copy for this run alone; null for any other. */
  readonly memoryDir: string | null;
  readonly signal: AbortSignal;
};

/**
 * Runs the module at `path`.
 *
 * @throws HarnessError HX193 where there is no such function to run
 */
export async function runModule(path: string, task: SubjectTask): Promise<SubjectReport> {
  const fork = await importSubject(path);
  const decisions: NonNullable<SubjectReport["decisions"]>[number][] = [];
  const call: ModuleTask["tools"]["call"] = async (tool, input) => {
    const said = await task.decide(tool, input);
    decisions.push({ tool, input, ...said });
    if (said.decision === "allow") return task.callTool(tool, input);
    return { content: (await import("../subject.ts")).denialText(tool, said), isError: true };
  };
  const { baseUrl, apiKey, directive, memoryDir, signal } = task;
  try {
    const said = await fork({
      parent: copyOf(task.parent),
      baseUrl,
      apiKey,
      directive,
      tools: { call },
      memoryDir,
      signal,
    });
    const output = typeof said?.output === "string" ? said.output : null;
    return { stop: null, output, decisions, error: null };
  } catch (fault) {
    return {
      stop: signal.aborted ? "aborted" : "error",
      output: null,
      decisions,
      error: `the module failed: ${messageOf(fault)}`,
    };
  }
}

/** The judge reads the recorded bytes too: a module that writes into what it is given changes its own copy. */
function copyOf(parent: SubjectTask["parent"]): SubjectTask["parent"] {
  const { request, answer } = parent;
  return { ...parent, request: Buffer.from(request), answer: answer === null ? null : Buffer.from(answer) };
}

async function importSubject(path: string): Promise<ForkSubjectModule> {
  const broken = (what: string, mend: string, cause?: unknown): HarnessError =>
    new HarnessError({ code: "HX193", what, where: path, mend, exit: 2, cause });
  let imported: { readonly default?: unknown };
  try {
    imported = await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    throw broken(`the module cannot be imported: ${messageOf(cause)}`, "mend what it says", cause);
  }
  if (isSubject(imported.default)) return imported.default;
  throw broken(
    "the module has no function as its default export",
    "write `export default async ({ parent, baseUrl, directive }) => { … }`",
  );
}

/** The parsing edge: what a function takes and gives cannot be looked at, only called. */
function isSubject(value: unknown): value is ForkSubjectModule {
  return typeof value === "function";
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
