import { resolve } from "node:path";
import { writeEntries } from "../../io/files/folder-entries.ts";
import { removeFolder } from "../../io/files/swap-folder.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { JobResult } from "../../kernel/run-result.ts";
import { evidenceFolder } from "../../run/job/evidence-folder.ts";
import type { HandOutMeans } from "../../run/parallel/hand-out.ts";
import type { RanJob } from "../../run/parallel/job-lane.ts";
import { type ResultMessage, WORKING_FOLDER } from "../messages.ts";
import type { QueueFiles } from "../nats/files.ts";
import { unpackEntries } from "../travel/pack.ts";

/** A worker's result as this process would have had it: with our folders, and the evidence where `--keep-failed` says. */
export async function takeResult(
  { job, durationMs, unknownModels, internalErrors, evidence }: ResultMessage,
  { means, files }: { readonly means: HandOutMeans; readonly files: QueueFiles },
): Promise<RanJob> {
  for (const line of unknownModels) means.onUnknownModel(line);
  for (const stack of internalErrors) means.onInternalError(Object.assign(new Error("in a worker"), { stack }));
  const ours = withOurFolder(job);
  const { keepFailed } = means.settings;
  if (keepFailed === null) return { job: ours, durationMs };
  const folder = evidenceFolder(keepFailed, job.id);
  removeFolder(folder);
  if (evidence === null) return { job: ours, durationMs };
  const pack = await files.get(evidence);
  if (pack === null) throw withoutEvidence(job);
  writeEntries(folder, unpackEntries(pack));
  return { job: { ...ours, evidence: folder }, durationMs };
}

function withOurFolder(job: JobResult): JobResult {
  const text = JSON.stringify(job);
  if (!text.includes(WORKING_FOLDER)) return job;
  return JSON.parse(text.replaceAll(WORKING_FOLDER, JSON.stringify(resolve(".")).slice(1, -1)));
}

function withoutEvidence({ id }: JobResult): HarnessError {
  return new HarnessError({
    code: "HX438",
    what: `the evidence of the job "${id}" is missing in the object store`,
    fix: "keep its bucket as long as the run lasts",
    exit: 3,
  });
}
