import {
  type AgentHandle,
  allowAll,
  allowMatching,
  allowTools,
  AnthropicClient,
  type AutoMemFilter,
  autoMemFilter,
  type CacheSafeParams,
  captureCacheSafeParams,
  decideSafely,
  DefaultForkSubagent,
  type ForkError,
  ForkParamsError,
  ForkPointError,
  type ForkResult,
  listHandles,
  MemoryFolderError,
  readTranscript,
  strategies,
  type ToolCall,
  type ToolFilter,
} from "../../src/index.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import { LANE_HEADER } from "../mock/provider-handler.ts";
import type { FilterForm } from "../scenario/filter-form.ts";
import type { FilterDecision, ForkedParent, SubjectReport, SubjectTask } from "./fork/subject-task.ts";

/** The one door from the harness to the fork library, which it runs as it runs anybody's fork: as a subject under test. */

export const strategyNames: readonly string[] = strategies.map(({ name }) => name);

/** Runs a fork of ours. Siblings of one parent share the snapshot that is taken of it. */
export async function forkWithStrategy(name: string, task: SubjectTask): Promise<SubjectReport> {
  const strategy = strategies.find((each) => each.name === name);
  if (strategy === undefined) throw new Error(`the schema let the strategy ${name} through`);
  const { directive, label, timeoutMs, signal } = task;
  const fork = new DefaultForkSubagent({ startTimer: task.startTimer, newRunId: () => task.lane });
  try {
    const handle = await fork.fork({
      parent: snapshotOf(task.parent),
      llm: new AnthropicClient({ apiKey: task.apiKey, baseUrl: task.baseUrl, fetch: laneFetch(task) }),
      tools: { dispatch: ({ tool, input }) => task.callTool(tool, input) },
      filter: { name: "scenario", decide: ({ tool, input }) => task.decide(tool, input) },
      strategy,
      directive,
      label,
      timeoutMs,
      maxTurns: task.maxTurns ?? MAX_TURNS,
      signal,
    });
    const result = await handle.takeCompletion();
    return result === null ? { stop: null, output: null, decisions: null, error: "no completion" } : reportOf(result);
  } catch (fault) {
    if (fault instanceof ForkPointError || fault instanceof ForkParamsError) throw refused(fault, task.parent);
    throw fault;
  }
}

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

const snapshots = new WeakMap<ForkedParent, CacheSafeParams>();

function snapshotOf(parent: ForkedParent): CacheSafeParams {
  const taken = snapshots.get(parent) ?? captureCacheSafeParams(parent);
  snapshots.set(parent, taken);
  return taken;
}

function filterOf(form: FilterForm): ToolFilter {
  switch (form.kind) {
    case "allow-tools":
      return form.tools.some((name) => name.includes("*")) ? allowMatching(form.tools) : allowTools(form.tools);
    case "auto-mem":
      return memoryFilter(form.memoryDir);
  }
}

/**
 * The filter of a memory fork, made at its first call. `${memoryDir}` in an input stands for its folder, in reasons too, so that a
 * scenario and its result hold no absolute path.
 */
function memoryFilter(memoryDir: string): ToolFilter {
  let made: Promise<AutoMemFilter> | null = null;
  return {
    name: "auto-mem",
    decide: async (call) => {
      made ??= openMemoryFilter(memoryDir);
      const filter = await made;
      const { path } = filter.folder;
      const input = Object.fromEntries(Object.entries(call.input).map(([name, value]) => [name, fillIn(value, path)]));
      const said = await decideSafely(filter, { ...call, input });
      return { ...said, reason: said.reason.replaceAll(path, MEMORY_DIR) };
    },
  };
}

const MEMORY_DIR = "${memoryDir}";

function fillIn(value: unknown, path: string): unknown {
  if (typeof value === "string") return value.replaceAll(MEMORY_DIR, path);
  return Array.isArray(value) ? value.map((each) => fillIn(each, path)) : value;
}

/** The filter of a memory fork, for `filter`. @throws HarnessError HX191 where the folder cannot serve */
export async function decideInMemory(memoryDir: string): Promise<(call: ToolCall) => Promise<FilterDecision>> {
  const filter = await openMemoryFilter(memoryDir);
  return (call) => decideSafely(filter, call);
}

async function openMemoryFilter(memoryDir: string): Promise<AutoMemFilter> {
  try {
    return await autoMemFilter({ memoryDir });
  } catch (fault) {
    if (!(fault instanceof MemoryFolderError)) throw fault;
    throw new HarnessError({ code: "HX191", what: fault.message, mend: fault.mend, exit: 2, cause: fault });
  }
}

/** Names the lane, and waits before a retry in virtual time: as long as the provider asks, else not at all. */
function laneFetch({ lane, pause, signal: taskSignal }: SubjectTask): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(LANE_HEADER, lane);
    const response = await fetch(input, { ...init, headers });
    if (response.ok) return response;
    const seconds = Number(response.headers.get("retry-after") ?? 0);
    if (seconds > 0) await pause(seconds * 1_000, init?.signal ?? taskSignal);
    const { status, statusText, body } = response;
    const answered = new Headers(response.headers);
    // The client's own pause would take real time.
    answered.set("retry-after-ms", "1");
    return new Response(body, { status, statusText, headers: answered });
  };
}

function reportOf({ stop, finalText, decisions }: ForkResult): SubjectReport {
  return {
    stop: stop.cause,
    output: finalText,
    decisions,
    error: stop.cause === "error" ? describeError(stop.error) : null,
  };
}

function describeError(error: ForkError): string {
  switch (error.kind) {
    case "provider":
      return `${error.error.kind}: ${error.error.message}`;
    case "unknown-stop-reason":
      return `the answer ended for the unknown reason ${error.stopReason}`;
    case "defect":
      return error.message;
  }
}

function refused(fault: ForkPointError | ForkParamsError, { id }: ForkedParent): HarnessError {
  const mend = fault instanceof ForkPointError ? fault.mend : "Mend the fork section of the scenario.";
  return new HarnessError({
    code: "HX192",
    what: fault.message,
    where: `parent exchange ${id}`,
    mend,
    exit: 2,
    cause: fault,
  });
}

/** A run that the fork library has recorded, for `ps`. */
export type RecordedFork = AgentHandle;

/** Newest first; none where nothing was recorded. */
export function recordedForks(folder: string): readonly RecordedFork[] {
  return listHandles(folder);
}

/** The lines of a run's transcript, or null. */
export function transcriptOf(folder: string, runId: string): readonly string[] | null {
  return readTranscript(folder, runId);
}
