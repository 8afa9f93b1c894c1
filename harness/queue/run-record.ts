import type { JobProcessMeans } from "../run/parallel/job-process.ts";
import type { Queue } from "./nats/open-queue.ts";
import { persist } from "./nats/persist.ts";

/** One run on the queue, as the bucket of runs keeps it: for workers, and for a coordinator that continues it. */
export type RunRecord = {
  readonly run: string;
  readonly version: string;
  readonly state: "open" | "ended";
  readonly settings: JobProcessMeans["settings"];
  /** How many jobs it has, and a digest of them: a run continues only with the very same ones. */
  readonly jobs: number;
  readonly digest: string;
  /** How often a coordinator has begun or continued it. */
  readonly attempt: number;
  readonly ackWaitMs: number;
  /** Which start of which server it began on: another one may have forgotten acknowledgements, and counts of deliveries. */
  readonly server: string | null;
  /** The packages that modules of its jobs import, and their versions where it began, with the files of linked ones: those of a worker decide the bytes, too. */
  readonly packages: Readonly<Record<string, string>>;
};

const PREFIX = "run.";

export async function readRunRecord(queue: Queue, run: string): Promise<RunRecord | null> {
  const entry = await persist(queue, () => queue.runs.get(PREFIX + run));
  return entry === null || entry.operation !== "PUT" ? null : entry.json<RunRecord>();
}

export async function writeRunRecord(queue: Queue, record: RunRecord): Promise<void> {
  await persist(queue, () => queue.runs.put(PREFIX + record.run, JSON.stringify(record)));
}

/** All runs that have not ended. */
export async function openRuns(queue: Queue): Promise<readonly RunRecord[]> {
  const keys = await persist(queue, async () => {
    const found: string[] = [];
    for await (const key of await queue.runs.keys(`${PREFIX}>`)) found.push(key);
    return found;
  });
  const records = await Promise.all(keys.map((key) => readRunRecord(queue, key.slice(PREFIX.length))));
  return records.flatMap((record) => (record?.state === "open" ? record : []));
}
