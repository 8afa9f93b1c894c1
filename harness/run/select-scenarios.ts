import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { RunSelection } from "../kernel/run-result.ts";
import { selectJobs } from "../scenario/select-jobs.ts";
import { selectRows } from "../scenario/rows/select-rows.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { TranscriptRun } from "./live/transcripts/transcript-run.ts";
import { refuseUnknownAxis } from "./refuse-unknown-axis.ts";
import { type LoadedFiles, loadScenarios } from "./load-scenarios.ts";

/** Files and folders, tags, a regular expression on ids, and the part of what they select. */
export type SelectionRequest = Pick<RunSelection, "paths" | "tags"> &
  Partial<Pick<RunSelection, "name" | "shard" | "rows" | "sample">> & {
    readonly ci: boolean;
    /** Whether scenarios of mode `live` run; else they are skipped. */
    readonly live: boolean;
    /** The axis whose values are compared. */
    readonly compare?: string | null;
    /** The kept run that is graded again: only its jobs run. */
    readonly kept?: Pick<TranscriptRun, "folder" | "holds"> | null;
  };

/** The jobs of a run, in its order. */
export type SelectedJobs = Pick<LoadedFiles, "files" | "deprecations"> & {
  readonly selection: RunSelection;
  readonly selected: readonly Scenario[];
  /** The files of all jobs of the selection by id, those of other shards too. */
  readonly jobFiles: ReadonlyMap<string, string>;
};

/** Loads the scenarios of a run. @throws HarnessError if a file is not a scenario or nothing is selected */
export function selectScenarios(request: SelectionRequest): SelectedJobs {
  const { paths, tags, name = null, rows, sample, shard = null, ci, live, kept = null, compare = null } = request;
  const loaded = loadScenarios(paths);
  refuseBroken(loaded);
  const all = loaded.scenarios;
  const scenarios = kept !== null ? all.map((each) => keptAlone(each, kept)) : live ? all : all.map(offline);
  const selected = selectRows(selectJobs(scenarios, { tags, name, isCi: ci }), { rows, sample });
  if (compare !== null) refuseUnknownAxis(selected, compare);
  const jobFiles = new Map(selected.map(({ id, file }) => [id, file]));
  return {
    ...loaded,
    selection: { paths, tags, name, shard, ...(rows && { rows }), ...(sample && { sample }) },
    selected: shardOf(selected, shard),
    jobFiles,
  };
}

/** Every n-th job, so that a folder of slow ones is divided too. */
function shardOf(selected: readonly Scenario[], shard: RunSelection["shard"]): readonly Scenario[] {
  if (shard === null) return selected;
  const { index, count } = shard;
  const own = selected.filter((_, at) => at % count === index - 1);
  if (own.length > 0) return own;
  const jobs = selected.length === 1 ? "1 job is" : `${selected.length} jobs are`;
  throw new HarnessError({
    code: "HX137",
    what: `shard ${index}/${count} has no job: only ${jobs} selected`,
    fix: `divide them into ${selected.length === 1 ? "1 shard" : `${selected.length} shards`} at most`,
    exit: 2,
  });
}

/**
 * By default no money is spent and no provider is asked: a script answers in the provider's place. A variant that a matrix makes
 * live is skipped, because its mocked twin runs.
 */
function offline(scenario: Scenario): Scenario {
  if (scenario.kind !== "fork" || scenario.provider.mode !== "live" || scenario.skip !== null) return scenario;
  const { provider, variant } = scenario;
  const isScripted = Object.keys(provider.script).length > 0 && !Object.values(variant).includes("live");
  if (isScripted) return { ...scenario, provider: { ...provider, mode: "mock" } };
  return { ...scenario, skip: "it asks the real provider and costs money: add --live" };
}

/** Without a request, only jobs that a live run has kept can be graded. */
function keptAlone(scenario: Scenario, { folder, holds }: Pick<TranscriptRun, "folder" | "holds">): Scenario {
  const isLive = scenario.kind === "fork" && scenario.provider.mode === "live";
  if (scenario.skip !== null || (isLive && holds(scenario))) return scenario;
  return { ...scenario, skip: `--regrade grades kept rounds, and ${folder} has no round of this job` };
}

function refuseBroken({ errors }: LoadedFiles): void {
  const [first, ...others] = errors;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const { code, message: what, where, fix, exit } = first;
  const more = `${others.length} more ${others.length === 1 ? "error" : "errors"}: \`forkproof validate\` tells all`;
  throw new HarnessError({ code, what, where, fix: `${fix} (${more})`, exit });
}
