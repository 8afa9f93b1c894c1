import { resolve } from "node:path";
import { writeEntries } from "../../io/files/folder-entries.ts";
import { unpackEntries } from "../../io/packed/pack-entries.ts";
import { removeFolder } from "../../io/files/swap-folder.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { JobResult } from "../../kernel/run-result.ts";
import { evidenceFolder } from "../../run/job/evidence-folder.ts";
import type { HandOutMeans } from "../../run/parallel/hand-out.ts";
import type { RanJob } from "../../run/parallel/job-lane.ts";
import { type ResultMessage, TRANSCRIPTS, WORKING_FOLDER } from "../messages.ts";
import type { QueueFiles } from "../nats/files.ts";

/** The folders of this process into which what workers send is unpacked; null to unpack nothing. */
export type OwnFolders = { readonly keepFailed: string | null; readonly transcripts: string | null };

/** A worker's result as this process would have had it: with our folders, and the evidence where `--keep-failed` says. */
export async function takeResult(
  { job, durationMs, unknownModels, internalErrors, evidence, transcript }: ResultMessage,
  { means, files, folders }: { readonly means: HandOutMeans; readonly files: QueueFiles; readonly folders: OwnFolders },
): Promise<RanJob> {
  for (const line of unknownModels) means.onUnknownModel(line);
  for (const stack of internalErrors) means.onInternalError(Object.assign(new Error("in a worker"), { stack }));
  const { keepFailed, transcripts } = folders;
  if (transcripts !== null) await unpack(evidenceFolder(transcripts, job.id), transcript, files);
  const ours = withOurFolders(job, transcripts);
  if (keepFailed === null) return { job: ours, durationMs };
  const folder = evidenceFolder(keepFailed, job.id);
  removeFolder(folder);
  await unpack(folder, evidence, files);
  return { job: { ...ours, ...(evidence !== null && { evidence: folder }) }, durationMs };
}

async function unpack(folder: string, digest: string | null, files: QueueFiles): Promise<void> {
  if (digest === null) return;
  const pack = await files.get(digest);
  if (pack === null) throw withoutFiles(folder);
  writeEntries(folder, unpackEntries(pack));
}

function withOurFolders(job: JobResult, transcripts: string | null): JobResult {
  const text = JSON.stringify(job);
  const ours = text
    .replaceAll(WORKING_FOLDER, () => inJson(resolve(".")))
    .replaceAll(TRANSCRIPTS, () => inJson(transcripts ?? TRANSCRIPTS));
  return ours === text ? job : JSON.parse(ours);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function withoutFiles(where: string): HarnessError {
  return new HarnessError({
    code: "HX438",
    what: "files that a worker has sent are missing in the object store",
    where,
    fix: "keep its bucket as long as the run lasts",
    exit: 3,
  });
}
