import { isJsonObject } from "../../harness/kernel/json.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { importRecording } from "../../harness/import/import-recording.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import type { ClientCase, Places } from "./client-case.ts";
import type { Row } from "./run-client.ts";

/**
 * Imports what a client wrote of its session by itself: each answer's usage once, nothing that could be judged. `answered`
 * are the input tokens of the provider's answers.
 */
export function transcriptRows(
  { transcripts }: ClientCase,
  { home }: Places,
  answered: readonly number[],
  folder: string,
): readonly Row[] {
  if (transcripts === undefined) return [];
  const files = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((each) => transcripts.file.test(each));
  const cassettes = files.map((_, at) => join(folder, `transcript-${at}`));
  const reports = files.map((file, at) => importRecording(join(home, file), cassettes[at] ?? ""));
  const told = cassettes.flatMap((each) => {
    const kept = openCassette(each);
    return kept.ids
      .map((id) => kept.load(id).usage)
      .map((usage) => (isJsonObject(usage) ? usage["input_tokens"] : null));
  });
  const numbers = (values: readonly unknown[]): string =>
    values
      .map(Number)
      .toSorted((a, b) => a - b)
      .join(" ");
  return [
    {
      pair: "its own transcripts, imported",
      expected: `${transcripts.format}, grade C`,
      got: [...new Set(reports.map(({ format, fidelity }) => `${format}, grade ${fidelity}`))].join("; ") || "none",
    },
    { pair: "input tokens, transcripts and provider", expected: numbers(answered), got: numbers(told) },
    { pair: "verdicts on transcripts", expected: "none", got: cassettes.flatMap(verdictsOn).join(" ") || "none" },
  ];
}

function verdictsOn(cassette: string): readonly string[] {
  try {
    return inspectRecording(openCassette(cassette)).exchanges.map(({ verdict }) => verdict ?? "unknown");
  } catch (fault) {
    if (fault instanceof HarnessError) return [];
    throw fault;
  }
}
