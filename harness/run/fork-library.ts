import type { ForkedParent } from "../kernel/scenario-subject.ts";
import {
  type AgentHandle,
  allowAll,
  allowMatching,
  allowTools,
  AnthropicClient,
  appendToolResult,
  type AutoMemFilter,
  autoMemFilter,
  type CommandPromise,
  commandPromises,
  type CacheSafeParams,
  captureCacheSafeParams,
  decideSafely,
  denialBody,
  DefaultForkSubagent,
  type ForkParams,
  ForkParamsError,
  ForkPointError,
  forkSiblings,
  type ForkSubagent,
  GeminiClient,
  lastNTurns,
  listHandles,
  type LlmClient,
  MemoryFolderError,
  OpenAiClient,
  passThrough,
  placeholderResults,
  qwenHistory,
  readTranscript,
  RecordsError,
  sanitizedHistory,
  snapshotQuery,
  strategies,
  type Strategy,
  type ToolCall,
  type ToolFilter,
  vocabularies,
} from "../../src/index.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { FilterForm } from "../scenario/filter-form.ts";
import type { StrategyName, StrategyOptions } from "../scenario/subjects/strategy-options.ts";
import { laneFetch } from "./fork/lane-fetch.ts";
import { withMemoryDir, withoutMemoryDir } from "./fork/memory-dir.ts";
import { endpointOf } from "./fork/parent/parent-endpoint.ts";
import { fixInScenario, refusedFork } from "./fork/refused-fork.ts";
import { reportOf } from "./fork/report-of.ts";
import type { FilterDecision, SiblingWatch, SubjectReport, SubjectTask } from "./fork/subject-task.ts";

/** The one door from the harness to the fork library, which it runs as it runs anybody's fork: as a subject under test. */

export const strategyNames: readonly string[] = strategies.map(({ name }) => name);

/** Clients whose names of tools are known. */
export const clientNames: readonly string[] = vocabularies.map(({ name }) => name);

/** Runs a fork of ours. Siblings of one parent share the snapshot that is taken of it. */
export async function forkWithStrategy(
  name: StrategyName,
  options: StrategyOptions,
  task: SubjectTask,
): Promise<SubjectReport> {
  const strategy = STRATEGIES[name](options);
  const forks = new DefaultForkSubagent({ startTimer: task.startTimer, newRunId: () => task.lane });
  return explained(task.parent, async () => reportOf(await forks.fork(paramsOf(task, strategy, options)), strategy));
}

/** Runs siblings by the library's own schedule: it makes the others wait for the first one's first byte. */
export async function forkSiblingsWithStrategy(
  name: StrategyName,
  options: StrategyOptions,
  tasks: readonly SubjectTask[],
  watch: SiblingWatch,
): Promise<readonly SubjectReport[]> {
  const [first] = tasks;
  if (first === undefined) return [];
  const strategy = STRATEGIES[name](options);
  const { startTimer } = first;
  const lanes = tasks.map(({ lane }) => lane);
  const own = new DefaultForkSubagent({ startTimer, newRunId: () => lanes.shift() ?? "" });
  return explained(first.parent, async () => {
    const siblings = tasks.map((task) => paramsOf(task, strategy, options));
    const laneOf = new Map(siblings.map(({ llm }, at) => [llm, tasks[at]?.lane ?? ""]));
    const fork: ForkSubagent["fork"] = (params) =>
      watch(laneOf.get(params.llm) ?? "", params.startAfter ?? null, () => own.fork(params));
    // The scenario's own times decide how long the first byte takes.
    const handles = await forkSiblings(siblings, { forks: { fork }, holdMs: null, startTimer });
    return Promise.all(handles.map((handle) => reportOf(handle, strategy)));
  });
}

function paramsOf(task: SubjectTask, strategy: Strategy, { call }: StrategyOptions): ForkParams {
  const { directive, label, timeoutMs, signal } = task;
  return {
    parent: snapshotOf(task.parent),
    llm: clientOf(task),
    tools: { dispatch: ({ tool, input }) => task.callTool(tool, input) },
    filter: { name: "scenario", decide: ({ tool, input }) => task.decide(tool, input) },
    strategy,
    ...(call === undefined ? {} : { ownCall: call }),
    directive,
    label,
    timeoutMs,
    maxTurns: task.maxTurns ?? MAX_TURNS,
    signal,
  };
}

/** Says in the words of a scenario why a fork of this parent was refused. */
async function explained<T>(parent: ForkedParent, forking: () => Promise<T>): Promise<T> {
  try {
    return await forking();
  } catch (fault) {
    if (!(fault instanceof ForkPointError || fault instanceof ForkParamsError)) throw fault;
    const fix = fault instanceof ForkPointError ? fixInScenario(fault) : "Fix the fork section of the scenario.";
    throw refusedFork(parent, { what: fault.message, fix, cause: fault });
  }
}

/** The strategies of the scenario schema, which lets each have only its own options. */
const STRATEGIES: Readonly<Record<StrategyName, (options: StrategyOptions) => Strategy>> = {
  "pass-through": () => passThrough,
  "placeholder-results": placeholderResults,
  "append-tool-result": () => appendToolResult,
  "snapshot-query": snapshotQuery,
  "last-n-turns": ({ turns = 1, ...options }) => lastNTurns(turns, options),
  "qwen-history": () => qwenHistory,
  "sanitized-history": () => sanitizedHistory,
};

/** The scenario's filter as one function: every form must allow a call, and the first denial speaks. */
export function makeFilter(forms: readonly FilterForm[]): SubjectTask["decide"] {
  const filters = forms.map(filterOf);
  return async (tool, input) => {
    let said: FilterDecision = await allowAll.decide({ id: "", tool, input });
    for (const filter of filters) {
      said = await filter.decide({ id: "", tool, input });
      if (said.decision === "deny") break;
    }
    return said;
  };
}

/** As many turns as a fork takes where its scenario does not say. */
const MAX_TURNS = 10;

/** The client of the parent's wire. */
function clientOf(task: SubjectTask): LlmClient {
  const { wire, basePath, model } = endpointOf(task.parent);
  const common = { apiKey: task.apiKey, fetch: laneFetch(task, task.fetch) };
  switch (wire) {
    case "anthropic-messages":
      return new AnthropicClient({ ...common, baseUrl: task.baseUrl });
    case "openai-chat":
    case "openai-responses":
      return new OpenAiClient({ ...common, wire, baseUrl: task.baseUrl + basePath });
    case "gemini-generate":
      // Its pause before a retry is over already: see laneFetch.
      return new GeminiClient({ ...common, baseUrl: task.baseUrl, model: model ?? "", wait: async () => undefined });
  }
}

const snapshots = new WeakMap<ForkedParent, CacheSafeParams>();

function snapshotOf(parent: ForkedParent): CacheSafeParams {
  const { wire, model } = endpointOf(parent);
  const { request, headers, answer } = parent;
  const exchange = { request, headers, answer, wire, ...(model === null ? {} : { model }) };
  const taken = snapshots.get(parent) ?? captureCacheSafeParams(exchange);
  snapshots.set(parent, taken);
  return taken;
}

function filterOf(form: FilterForm): ToolFilter {
  switch (form.kind) {
    case "allow-tools":
      return form.tools.some((name) => name.includes("*")) ? allowMatching(form.tools) : allowTools(form.tools);
    case "auto-mem":
      return memoryFilter(form);
  }
}

/** The filter of a memory fork, made at its first call. */
function memoryFilter(rules: MemoryRules): ToolFilter {
  let made: Promise<AutoMemFilter> | null = null;
  return {
    name: "auto-mem",
    decide: async (call) => {
      made ??= openMemoryFilter(rules);
      const filter = await made;
      const { path } = filter.folder;
      const said = await decideSafely(filter, { ...call, input: withMemoryDir(call.input, path) });
      return { ...said, reason: withoutMemoryDir(said.reason, path) };
    },
  };
}

export const denialText: typeof denialBody = denialBody;

/** The memory folder, whose tool names are used, and how the text of an allowed command is run. */
type MemoryRules = {
  readonly memoryDir: string;
  readonly client: string | null;
  readonly promise: CommandPromise;
};

export const promiseNames: readonly CommandPromise[] = commandPromises;

/** The filter of a memory fork, for `filter`. @throws HarnessError HX191 where the folder cannot serve */
export async function decideInMemory(
  rules: MemoryRules,
): Promise<(call: ToolCall) => Promise<FilterDecision & { readonly promise?: CommandPromise }>> {
  const filter = await openMemoryFilter(rules);
  return (call) => decideSafely(filter, call);
}

async function openMemoryFilter({ memoryDir, client, promise }: MemoryRules): Promise<AutoMemFilter> {
  const vocabulary = vocabularies.find(({ name }) => name === client);
  try {
    // A table is asked for a dispatcher that guards its shell; the reason of such a decision says so.
    return await autoMemFilter({ memoryDir, promise, shell: "guarded", ...(vocabulary && { vocabulary }) });
  } catch (fault) {
    if (!(fault instanceof MemoryFolderError)) throw fault;
    throw new HarnessError({ code: "HX191", what: fault.message, fix: fault.fix, exit: 2, cause: fault });
  }
}

/** A run that the fork library has recorded, for `ps`. */
export type RecordedFork = AgentHandle;

/** Newest first; empty if nothing was recorded. @throws HarnessError HX521 if their table cannot be read */
export function recordedForks(folder: string): readonly RecordedFork[] {
  try {
    return listHandles(folder);
  } catch (fault) {
    if (!(fault instanceof RecordsError)) throw fault;
    throw new HarnessError({ code: "HX521", what: fault.message, fix: fault.fix, exit: 2, cause: fault });
  }
}

/** The lines of a run's transcript, or null. */
export const transcriptOf: typeof readTranscript = readTranscript;
