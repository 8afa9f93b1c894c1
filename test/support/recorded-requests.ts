import { existsSync, globSync } from "node:fs";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";

const shared = "../shared";

/** Why tests over recorded traffic cannot run; null where they can. */
export const noRecordings: string | null = existsSync(`${shared}/recordings`)
  ? null
  : `the recorded traffic is not there (${shared})`;

if (noRecordings !== null) console.warn(`SKIPPED: ${noRecordings}`);

/** Files of real clients' requests, and of exchanges with real providers. */
export const recordingFiles: readonly string[] = globSync(`${shared}/recordings/*/*.jsonl`).sort();
export const groundTruthFiles: readonly string[] = globSync(`${shared}/ground-truth/*/*.jsonl`).sort();

/** Every exchange of a file that has a request. */
export function* recordedRequests(file: string): Generator<RecordedExchange> {
  const recording = openRecording(file);
  for (const id of recording.ids) {
    const exchange = recording.load(id);
    if (exchange.request.length > 0) yield exchange;
  }
}
