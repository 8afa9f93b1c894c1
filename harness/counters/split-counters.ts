import type { Source } from "../cassette/recorded-exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { countedRequests } from "./counted-requests.ts";
import type { CountedRequest } from "./counter-timeline.ts";

/** A recording without the files that hold only counters, and the requests of those. */
export type SplitRecording = { readonly bodies: Source; readonly counted: readonly CountedRequest[] };

/** Of a file with bodies only the first exchange is read. `fileOf` names the file of an exchange. */
export function splitCounters(recording: Source, fileOf: (id: string) => string): SplitRecording {
  const files = [...Map.groupBy(recording.ids, fileOf).values()];
  const counted = files.flatMap((ids) => requestsIn({ ...recording, ids }, fileOf));
  if (counted.length === 0) return { bodies: recording, counted };
  const own = new Set(counted.map(({ id }) => id));
  return { bodies: { ...recording, ids: recording.ids.filter((id) => !own.has(id)) }, counted };
}

function requestsIn(file: Source, fileOf: (id: string) => string): readonly CountedRequest[] {
  try {
    return countedRequests(file, fileOf) ?? [];
  } catch (fault) {
    // A damaged line is counted when the recording is read as one with bodies.
    if (fault instanceof HarnessError) return [];
    throw fault;
  }
}
