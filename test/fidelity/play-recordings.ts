import { openRecording } from "../../harness/cassette/open-recording.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import type { Simulation } from "../../harness/kernel/simulation.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import type { RecordingFile } from "./find-recordings.ts";
import { type PromptsFound, recordedPrompts } from "./fit/recorded-prompts.ts";

export type Played = {
  readonly name: string;
  readonly simulation: Simulation;
  readonly found: PromptsFound;
};

/** A recording that cannot be played, and why. One that holds no exchange is empty; nothing is wrong with its reader. */
export type Unread = { readonly name: string; readonly says: string; readonly isEmpty: boolean };

/**
 * Plays every recording through the cache models, its lengths seeded with recorded totals; a read is predicted before the recorded one
 * is looked at. A damaged file keeps no other one from being played.
 */
export function playRecordings(files: readonly RecordingFile[]): {
  readonly played: readonly Played[];
  readonly unread: readonly Unread[];
} {
  const played: Played[] = [];
  const unread: Unread[] = [];
  for (const { path, name } of files) {
    try {
      const source = openRecording(path);
      const simulation = simulateRecording(source, { provider: null, anchored: true, mode: "upper" });
      played.push({ name, simulation, found: recordedPrompts(source, simulation, name) });
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      const says = `${error.code} ${error.message} (${error.where ?? path}): ${error.fix}`;
      unread.push({ name, says, isEmpty: error.code === "HX211" });
    }
  }
  return { played, unread };
}

/** The prompts of many recordings as those of one. */
export function allPrompts(played: readonly Played[]): PromptsFound {
  const leftOut = new Map<string, number>();
  for (const { found } of played)
    for (const [reason, count] of found.leftOut) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  return { prompts: played.flatMap(({ found }) => found.prompts), leftOut };
}
