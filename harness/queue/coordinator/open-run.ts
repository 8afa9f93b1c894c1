import { createHash } from "node:crypto";
import { epochMs } from "../../io/clock.ts";
import { newKey } from "../../io/new-key.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { version } from "../../kernel/version.ts";
import type { JobProcessMeans } from "../../run/parallel/job-process.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { Queue } from "../nats/open-queue.ts";
import { readRunRecord, type RunRecord } from "../run-record.ts";

/** Such as `20261124-195312-3fa91c`. */
export function newRunName(): string {
  const time = new Date(epochMs()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${newKey().toString("hex").slice(0, 6)}`;
}

/** @throws HarnessError HX442 for a name that no run has: in a subject, it could mean several */
export function checkRunName(run: string): void {
  if (!/^[\w-]+$/.test(run)) throw unknownRun(run);
}

type WantedRun = {
  readonly run: string;
  readonly resumes: boolean;
  readonly settings: JobProcessMeans["settings"];
  readonly ackWaitMs: number;
  readonly packages: RunRecord["packages"];
};

/**
 * The record of a new run, or of one that an earlier coordinator has begun.
 *
 * @throws HarnessError HX442 for a run that is unknown, has ended or has other jobs, HX443 for one of another version
 */
export async function openRun(queue: Queue, scenarios: readonly Scenario[], wanted: WantedRun): Promise<RunRecord> {
  const { run, resumes, settings, ackWaitMs, packages } = wanted;
  const digest = createHash("sha256")
    .update(JSON.stringify([scenarios, settings]))
    .digest("hex");
  // The name of a new run is drawn, so nothing is known of it.
  const known = resumes ? await readRunRecord(queue, run) : null;
  if (resumes) refuseOther(known, run, { digest, packages });
  const server = queue.connection.info?.server_id ?? null;
  const attempt = (known?.attempt ?? 0) + 1;
  const record: RunRecord = {
    run,
    version,
    state: "open",
    settings,
    jobs: scenarios.length,
    digest,
    attempt,
    ackWaitMs,
    server,
    packages,
  };
  return record;
}

function refuseOther(
  known: RunRecord | null,
  run: string,
  { digest, packages }: Pick<RunRecord, "digest" | "packages">,
): void {
  if (known === null) throw unknownRun(run);
  if (known.version !== version) throw otherVersion(known, version, "coordinator");
  if (known.state === "ended") throw refused("this run has ended", run, "run again without --resume");
  if (known.digest !== digest) {
    const fix = "restore the scenarios and options with which it began, or run again without --resume";
    throw refused("the selected jobs or their settings are not those of this run", run, fix);
  }
  if (JSON.stringify(known.packages) !== JSON.stringify(packages)) {
    const fix = "install the versions with which it began, or run again without --resume";
    throw refused("the packages that its modules import are not those with which this run began", run, fix);
  }
}

function unknownRun(run: string): HarnessError {
  return refused("this run is not on the queue", run, "name the run that `forkproof run --queue` printed");
}

/** The two sides must be of one version: verdicts of two versions do not belong into one result. */
export function otherVersion(
  { run, version: theirs }: RunRecord,
  ours: string,
  side: "coordinator" | "worker",
): HarnessError {
  return new HarnessError({
    code: "HX443",
    what: `this ${side} is forkproof ${ours}, and the run ${run} was begun by forkproof ${theirs}`,
    fix: `install forkproof ${theirs} here, or run everything with ${ours}`,
    exit: 2,
  });
}

/** @throws HarnessError HX442 for a result of files that have changed since: it says nothing about those of today */
export function refuseOtherFiles({ place }: Scenario, was: readonly string[], is: readonly string[]): void {
  if (was.join() === is.join()) return;
  const fix = "restore the files with which the run began, or run again without --resume";
  throw refused("a result of this run is of other files than this job reads now", place, fix);
}

function refused(what: string, where: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX442", what, where, fix, exit: 2 });
}
