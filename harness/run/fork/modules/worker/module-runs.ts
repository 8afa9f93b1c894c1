import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ScenarioSubject, ScenarioTask } from "../../../../kernel/scenario-subject.ts";
import { isJsonObject, type JsonObject } from "../../../../kernel/json.ts";
import type { StubbedAnswer } from "../../stub-tools.ts";
import { describeThrown } from "./describe-thrown.ts";
import { callScorer } from "./score-module.ts";
import type { FromWorker, ModuleResult, PlainTask, ToWorker } from "./messages.ts";

/** The runs of one job in a worker. */
export type ModuleRuns = { readonly obey: (order: Order) => void };

type Order = Exclude<ToWorker, { readonly kind: "begin" | "end" }>;

/** Imports and calls modules, and passes on what they ask of the runner. `within` runs code as a run's own; `drain` waits for work left open. */
export function openRuns(
  secret: string,
  folder: string,
  send: (message: FromWorker) => void,
  within: (run: string, work: () => Promise<void>) => Promise<void>,
  drain: () => Promise<void>,
): ModuleRuns {
  let unfinished = 0;
  const aborts = new Map<string, AbortController>();
  const calls = new Map<number, (answer: StubbedAnswer) => void>();
  const start = async (run: string, path: string, task: PlainTask): Promise<void> => {
    const abort = new AbortController();
    aborts.set(run, abort);
    const call: ScenarioTask["tools"]["call"] = async (tool, input) => {
      const asked = asToolInput(input);
      if (typeof tool !== "string" || asked === null) {
        throw new TypeError("tools.call takes the name of a tool and its input, an object that JSON can hold");
      }
      const { promise, resolve: answer } = Promise.withResolvers<StubbedAnswer>();
      const id = calls.size + 1;
      calls.set(id, answer);
      send({ kind: "call", secret, run, call: id, tool, input: asked });
      return promise;
    };
    const given: ScenarioTask = { ...task, tools: { call }, signal: abort.signal };
    await finish(run, callModule(path, folder, given));
  };
  const finish = async (run: string, work: Promise<ModuleResult>): Promise<void> => {
    unfinished += 1;
    const result = await work;
    unfinished -= 1;
    // A request that the last module did not wait for is still the fork's: it goes out while the provider answers.
    if (unfinished === 0) await drain();
    send({ kind: "result", secret, run, result });
  };
  return {
    obey: (order) => {
      if (order.kind === "run") void within(order.run, () => start(order.run, order.path, order.task));
      else if (order.kind === "score")
        void within(order.run, () => finish(order.run, callScorer(order.target, folder, order.given)));
      else if (order.kind === "answer") calls.get(order.call)?.(order.answer);
      else aborts.get(order.run)?.abort(new Error(order.reason));
    },
  };
}

/** The input as a model would send it; null for one that no model can send. */
function asToolInput(input: unknown): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(JSON.stringify(input));
    return isJsonObject(parsed) ? parsed : null;
  } catch {
    // A BigInt, a circle, or `undefined`.
    return null;
  }
}

/** The reports of hundreds of jobs must fit into one. */
const LONGEST_OUTPUT = 1_000_000;

async function callModule(path: string, folder: string, task: ScenarioTask): Promise<ModuleResult> {
  let imported: { readonly default?: unknown };
  try {
    imported = await import(pathToFileURL(resolve(path)).href);
  } catch (fault) {
    return { kind: "broken", text: describeThrown(fault, folder) };
  }
  if (!isSubject(imported.default)) return { kind: "no function" };
  try {
    const said = await imported.default(task);
    const output = typeof said?.output === "string" ? said.output : null;
    if (output === null || output.length <= LONGEST_OUTPUT) return { kind: "done", output };
    const text = `its output has ${output.length} characters, and a report takes ${LONGEST_OUTPUT} at most`;
    return { kind: "threw", text };
  } catch (fault) {
    return { kind: "threw", text: describeThrown(fault, folder) };
  }
}

/** The parsing edge: the parameters and result of a function cannot be inspected, only used. */
function isSubject(value: unknown): value is ScenarioSubject {
  return typeof value === "function";
}
