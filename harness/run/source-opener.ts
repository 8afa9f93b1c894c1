import { openRecording } from "../cassette/open-recording.ts";
import { listFolder, statKind } from "../io/files/disk.ts";
import type { Source } from "../cassette/recorded-exchange.ts";
import { resolveSource } from "../scenario/resolve-source.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { Recordings } from "./recordings.ts";

/** Opens a recording that a scenario names by a path. */
export type OpenSource = (scenario: Scenario, source: string) => Source;

/** Scenarios of one run share what they open. */
export function makeSourceOpener(): OpenSource {
  const recordings = new Recordings(openRecording);
  return (scenario, source) => recordings.at(resolveSource(source, "recording", scenario, { listFolder, statKind }));
}
