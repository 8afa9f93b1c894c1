import { auditEffects, type Audit, type Dispatched } from "../filters/audit/audit-effects.ts";
import type { Snapshot } from "../filters/audit/snapshot.ts";
import { takeSnapshot } from "../filters/audit/take-snapshot.ts";
import { autoMemFilter, type AutoMemFilter, type AutoMemOptions } from "../filters/auto-mem-filter.ts";
import { protectedNames } from "../filters/paths/protected-names.ts";
import { recordDecisions } from "../filters/record-decisions.ts";
import type { CommandPromise } from "../filters/shell/promises/command-promise.ts";
import type { ReadOnlyShell } from "../filters/shell/run/open-shell.ts";
import type { ToolFilter } from "../filters/tool-filter.ts";
import { commandText } from "../filters/tools/judge-bash.ts";
import { defaultNames } from "../filters/tools/vocabularies.ts";
import { findTool, type CanonicalTool, type Vocabulary } from "../filters/tools/vocabulary.ts";
import { editMemoryFile, writeMemoryFile } from "../filters/write-memory-file.ts";
import { checkShapes, forksShape, isText, type Shape } from "../fork/params/check-shapes.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import type { ForkParams } from "../fork/params/fork-params.ts";
import type { ToolDispatcher } from "../fork/tool-dispatcher.ts";
import { consolidationPrompt } from "./consolidation-prompt.ts";
import { checkConsumer, runToEnd, type ConsumerRun } from "./consumer-run.ts";
import { startConsumer, type StartedConsumer } from "./started-consumer.ts";

export type MemoryConsolidation = ConsumerRun &
  Pick<AutoMemOptions, "memoryDir" | "vocabulary" | "protectedNames" | "writable"> & {
    /** Paths of transcripts that are new since the last time. */
    readonly sessions?: readonly string[];
    /** Runs the shell calls that are allowed, git among them. Without it they go to `tools`, and git is denied. */
    readonly shell?: ReadOnlyShell;
    /**
     * Absolute paths of other folders that stay unchanged meanwhile: a change there is an escape. Default: no folders,
     * since the folders above hold the transcripts of running sessions. The audit lists the folders that it compared.
     */
    readonly watched?: readonly string[];
  };

export type ConsolidationResult = {
  /** `escaped` where the audit found an effect that no allowed write explains, however the run ended. */
  readonly outcome: "completed" | "failed" | "escaped";
  readonly run: ForkResult;
  readonly audit: Audit;
};

/**
 * Consolidates memory (auto-dream): a fork that reads, runs shell commands which provably only read, and writes in one
 * folder. Its writes are carried out here, through the path that the filter has verified; every other call goes to
 * `tools`. An audit then compares the disk before and after. Defaults: 30 turns, 5 minutes.
 *
 * @throws MemoryFolderError if the folder is unusable, ForkParamsError for an invalid parameter
 */
export async function consolidateMemory(consolidation: MemoryConsolidation): Promise<ConsolidationResult> {
  const { params, settle } = await prepare(consolidation);
  return settle(await runToEnd(consolidation.forks, params));
}

/**
 * The same, fire and forget: resolves as soon as the fork runs, with a handle whose completion is the audited result. The audit covers
 * the whole time from here to the end, and a write of others into the folders meanwhile is an escape.
 */
export async function startConsolidation(
  consolidation: MemoryConsolidation,
): Promise<StartedConsumer<ConsolidationResult>> {
  const { params, settle } = await prepare(consolidation);
  return startConsumer(consolidation.forks, params, settle);
}

type Prepared = {
  readonly params: ForkParams;
  /** Audits the disk after the run. */
  readonly settle: (result: ForkResult) => Promise<ConsolidationResult>;
};

async function prepare(consolidation: MemoryConsolidation): Promise<Prepared> {
  const {
    forks,
    memoryDir,
    vocabulary = defaultNames,
    sessions = [],
    shell = null,
    watched = [],
    protectedNames: kept = [],
    writable = [],
    ...run
  } = consolidation;
  checkShapes({ forks, memoryDir }, shapes);
  checkConsumer(consolidation, ownNames, "a consolidation");
  const filter = await autoMemFilter({
    memoryDir,
    vocabulary,
    protectedNames: kept,
    writable,
    shell: shell === null ? "plain" : "guarded",
    promise: promiseOf(shell),
  });
  const { filter: recorded, decisions } = recordDecisions(shell === null ? filter : sayConfinement(filter, shell));
  const dispatched: Dispatched[] = [];
  const others = shell === null ? run.tools : withShell(shell, vocabulary, run.tools);
  const nameOf = (tool: string): CanonicalTool | null => findTool(vocabulary, tool)?.tool ?? null;
  const before = await takeSnapshots([filter.folder.path, ...watched]);
  const params: ForkParams = {
    maxTurns: 30,
    timeoutMs: 300_000,
    ...run,
    filter: recorded,
    tools: memoryTools(filter, others, nameOf, dispatched),
    directive: consolidationPrompt(filter.folder.path, sessions),
    label: "auto_dream",
    source: "auto_dream",
  };
  const settle = async (result: ForkResult): Promise<ConsolidationResult> => {
    const after = await takeSnapshots([filter.folder.path, ...watched]);
    const both = (name: string): { readonly before: Snapshot; readonly after: Snapshot } => ({
      before: before.get(name) ?? nothing,
      after: after.get(name) ?? nothing,
    });
    const audit = auditEffects({
      decisions,
      dispatched,
      memory: both(filter.folder.path),
      watched: watched.map((name) => ({ name, ...both(name) })),
      protectedNames: [...protectedNames, ...kept],
    });
    const ended = result.stop.cause === "completed" ? "completed" : "failed";
    return { outcome: audit.outcome === "escaped" ? "escaped" : ended, run: result, audit };
  };
  return { params, settle };
}

const shapes: readonly Shape[] = [
  forksShape,
  { name: "memoryDir", fits: isText, wanted: "a folder; pass the absolute path of the agent's memory" },
];

const ownNames = ["memoryDir", "vocabulary", "protectedNames", "writable", "sessions", "shell", "watched"];

const nothing: Snapshot = new Map();

async function takeSnapshots(folders: readonly string[]): Promise<ReadonlyMap<string, Snapshot>> {
  const taken = new Map<string, Snapshot>();
  for (const folder of folders) taken.set(folder, await takeSnapshot(folder));
  return taken;
}

/** In a sandbox a mistake of the filter has no effect; under limits it might. */
function promiseOf(shell: ReadOnlyShell | null): CommandPromise {
  if (shell === null) return "literal";
  return shell.confinement === "limits" ? "bash" : "confined";
}

/** Each decision on a command names what holds the command, and so does the transcript. */
function sayConfinement(filter: AutoMemFilter, { confinement, limitsProcesses }: ReadOnlyShell): ToolFilter {
  return {
    name: filter.name,
    decide: async (call) => {
      const decision = await filter.decide(call);
      return decision.promise === undefined
        ? decision
        : { ...decision, confinement: { by: confinement, limitsProcesses } };
    },
  };
}

/** Shell calls run in `shell`, all others in `others`. */
function withShell(shell: ReadOnlyShell, vocabulary: Vocabulary, others: ToolDispatcher): ToolDispatcher {
  return {
    dispatch: async (call, signal) => {
      const tool = findTool(vocabulary, call.tool);
      const command = tool?.tool === "Bash" ? commandText(tool, call.input) : null;
      return command === null ? others.dispatch(call, signal) : shell.run(command, signal);
    },
  };
}

function memoryTools(
  filter: AutoMemFilter,
  others: ToolDispatcher,
  nameOf: (tool: string) => CanonicalTool | null,
  dispatched: Dispatched[],
): ToolDispatcher {
  return {
    dispatch: async (call, signal) => {
      const name = nameOf(call.tool);
      if (name !== "FileWrite" && name !== "FileEdit") {
        const { content, isError } = await others.dispatch(call, signal);
        dispatched.push({ call, succeeded: !isError, wrote: null });
        return { content, isError };
      }
      const { content, isError, wrote } = await (name === "FileWrite" ? writeMemoryFile : editMemoryFile)(filter, call);
      dispatched.push({ call, succeeded: !isError, wrote });
      return { content, isError };
    },
  };
}
