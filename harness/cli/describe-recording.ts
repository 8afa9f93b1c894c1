import type { Recording, RecordingFormat } from "../kernel/exchange.ts";
import { pluralize } from "../kernel/text/format-count.ts";

const formats: Readonly<Record<RecordingFormat, string>> = {
  cassette: "a cassette",
  traffic: "a traffic file",
  "ground-truth": "a ground-truth file",
  imported: "a recording of another tool",
  several: "several recordings",
};

/** The detected format of a source, in one line. */
export function describeRecording({ name, format, ids }: Recording): string {
  return `${name}: ${formats[format]} of ${pluralize(ids.length, "request")}\n`;
}

/** If usage was ignored: how to count it. Empty otherwise. */
export function describeExcluded({ name, format }: Recording, answers: number): readonly string[] {
  if (answers === 0) return [];
  const fix = format === "cassette" ? "usageIsReal: true in cassette.yaml" : '"usageScripted": false on a line';
  return [
    `${name}: usage of ${pluralize(answers, "answer")} is ignored, since a script may have produced it; set ${fix} to count it\n`,
  ];
}
