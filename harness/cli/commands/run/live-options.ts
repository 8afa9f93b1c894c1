import { basename, join } from "node:path";
import { environmentVariable } from "../../../io/process.ts";
import type { LiveOptions } from "../../../run/live/live-options.ts";
import type { KeptRounds } from "../../../run/live/regrade.ts";
import type { TranscriptRun } from "../../../run/live/transcripts/transcript-run.ts";
import { type Invocation, valueOf } from "../../command.ts";
import { usageError } from "../../usage-error.ts";

const TRANSCRIPTS = "reports/transcripts";

/**
 * The settings of `--live` and its related options; null without it. `atOnce` is how many rounds run at once.
 *
 * @throws HarnessError HX503 for an invalid value, HX321 for an unknown run
 */
export async function readLiveOptions(invocation: Invocation, atOnce: number): Promise<LiveOptions | null> {
  refuseIdle(invocation);
  if (!invocation.options.has("live")) return null;
  const { Spending } = await import("../../../run/live/spending.ts");
  const { Slots } = await import("../../../run/live/rounds/slots.ts");
  const { SharedParents } = await import("../../../run/live/parents/shared-parents.ts");
  const { parentTranscripts } = await import("../../../run/live/transcripts/parent-transcripts.ts");
  const transcripts = await openFolder(invocation);
  return {
    baseUrl: valueOf(invocation, "base-url"),
    environment: environmentVariable,
    spending: new Spending(readCost(invocation)),
    repeat: readRepeat(invocation),
    slots: new Slots(atOnce),
    parents: new SharedParents(parentTranscripts(transcripts.folder), (fault) => transcripts.unkept.note(fault)),
    transcripts,
    // On a queue the results of a run may wait, though none of its rounds has come back to this folder.
    resumes: invocation.options.has("resume") && !invocation.options.has("queue"),
    gates: invocation.options.has("live-gate"),
  };
}

/** The run whose transcripts are graded again; null without `--regrade`. @throws HarnessError HX321 */
export async function readKeptRounds(invocation: Invocation): Promise<KeptRounds | null> {
  const run = valueOf(invocation, "regrade");
  if (run === null) return null;
  const { openTranscripts } = await import("../../../run/live/transcripts/transcript-run.ts");
  return { run: openTranscripts(run, TRANSCRIPTS), gates: invocation.options.has("live-gate") };
}

/** The folder of a new run, or of the one that is continued. */
async function openFolder(invocation: Invocation): Promise<TranscriptRun> {
  const { newTranscripts, openTranscripts, transcriptsIn } =
    await import("../../../run/live/transcripts/transcript-run.ts");
  const folder = valueOf(invocation, "transcripts") ?? TRANSCRIPTS;
  const resumed = valueOf(invocation, "resume");
  // A run that was killed before its first round has no folder yet, but the queue knows it.
  if (resumed !== null && invocation.options.has("queue")) return transcriptsIn(join(folder, basename(resumed)));
  return resumed === null ? newTranscripts(folder) : openTranscripts(resumed, folder);
}

function refuseIdle({ options }: Invocation): void {
  if (options.has("live")) {
    if (!options.has("regrade")) return;
    throw usageError("HX503", "--regrade sends nothing, and --live sends requests", "leave out one of the two");
  }
  const live = ["base-url", "max-cost", "repeat", "transcripts", ...(options.has("queue") ? [] : ["resume"])];
  const idle = [...live, ...(options.has("regrade") ? [] : ["live-gate"])].find((name) => options.has(name));
  if (idle === undefined) return;
  const needed = idle === "resume" ? "--live or --queue" : "--live";
  throw usageError("HX503", `--${idle} does nothing without ${needed}`, `add ${needed}, or leave it out`);
}

/** In USD; null where the option is absent. */
export function readCost(invocation: Invocation): number | null {
  const value = valueOf(invocation, "max-cost");
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-cost takes an amount in USD, not "${value}"`, "write --max-cost 0.50, or the like");
}

function readRepeat(invocation: Invocation): number {
  const value = valueOf(invocation, "repeat") ?? "1";
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw usageError(
    "HX503",
    `--repeat takes a whole number from 1 to 9999, not "${value}"`,
    "write --repeat 5, or the like",
  );
}
