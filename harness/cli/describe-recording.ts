import type { Recording, RecordingFormat } from "../kernel/exchange.ts";
import { countOf } from "../report/format-count.ts";

const formats: Readonly<Record<RecordingFormat, string>> = {
  cassette: "a cassette",
  traffic: "a traffic file",
  "ground-truth": "a ground-truth file",
};

/** What a source was taken for, in a line: a format that is detected is also said. */
export function describeRecording({ name, format, ids }: Recording): string {
  return `${name}: ${formats[format]} of ${countOf(ids.length, "request")}\n`;
}
