import { join } from "node:path";
import { epochMs } from "../../../io/clock.ts";
import { statKind } from "../../../io/files/disk.ts";
import { newKey } from "../../../io/new-key.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { evidenceFolder } from "../../job/evidence-folder.ts";
import { JobTranscript } from "./job-transcript.ts";
import { KeptGrades } from "./kept-grades.ts";
import { Unkept } from "./unkept.ts";

/** The folder of one live run, with a cassette for each job. */
export type TranscriptRun = {
  readonly folder: string;
  /** Whether an earlier process has kept something of this job. */
  readonly holds: (job: { readonly id: string }) => boolean;
  /** The grades of this run. */
  readonly grades: KeptGrades;
  /** What the disk refused to keep, of whatever job. */
  readonly unkept: Unkept;
  /** `fork` is the digest of what the job's forks ask. */
  readonly job: (job: { readonly id: string; readonly place: string }, fork: string) => JobTranscript;
};

/** The folder of a new run below `folder`: its name begins with the time. Nothing is written yet. */
export function newTranscripts(folder: string): TranscriptRun {
  const time = new Date(epochMs()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return transcriptsIn(join(folder, `${time}-${newKey().toString("hex").slice(0, 6)}`));
}

/**
 * The folder of an earlier run: a path, or its name below `folder`.
 *
 * @throws HarnessError HX321 if there is no such run
 */
export function openTranscripts(run: string, folder: string): TranscriptRun {
  const found = [run, join(folder, run)].find((path) => statKind(path) === "folder");
  if (found !== undefined) return transcriptsIn(found);
  throw new HarnessError({
    code: "HX321",
    what: "the transcripts of this run are missing",
    where: run,
    fix: `name the folder that the run printed, or its name in ${folder}`,
    exit: 2,
  });
}

/** The transcripts in a folder, which may be missing yet. */
export function transcriptsIn(folder: string): TranscriptRun {
  const folderOf = (id: string): string => evidenceFolder(folder, id);
  return {
    folder,
    grades: new KeptGrades(folder),
    unkept: new Unkept(),
    holds: ({ id }) => statKind(join(folderOf(id), "rounds.jsonl")) === "file",
    job: ({ id, place }, fork) => new JobTranscript(folderOf(id), place, fork),
  };
}
