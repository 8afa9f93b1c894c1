import { basename, extname, join } from "node:path";

import type { ImportReport } from "../../cassette/lines/import-traffic.ts";
import { importRecording } from "../../import/import-recording.ts";
import { newKey } from "../../io/new-key.ts";
import type { Fidelity } from "../../kernel/exchange.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { renderJson } from "../../report/render-json.ts";
import { labelled, makeTextLayout, type TextLayout } from "../../report/tables/text-layout.ts";
import { type Command, valueOf } from "../command.ts";

type Row = readonly [label: string, text: string];

const grades: Readonly<Record<Fidelity, string>> = {
  A: "A, raw bytes",
  B: "B, parsed JSON: rendered checks at most",
  C: "C, usage and transcript only: kept in cassette.yaml, and too little for inspect, judge or simulate",
};

/** Makes a cassette of a recording in another format, and says what it is worth. */
export const importCommand: Command = async (invocation, { out, outStyle }) => {
  const [file = ""] = invocation.positionals;
  const name = basename(file, extname(file));
  const redactionKey = invocation.options.has("redact") ? newKey() : null;
  const folder = valueOf(invocation, "out") ?? join("fixtures", "cassettes", name);
  const report = importRecording(file, folder, { redactionKey });
  out(
    invocation.options.has("json")
      ? renderJson({ schema: "forkproof/import@1", ...report })
      : renderReport(report, makeTextLayout(outStyle)),
  );
  return 0;
};

function renderReport(report: ImportReport, sheet: TextLayout): string {
  const rows: readonly Row[] = [
    ["cassette", `${report.folder}, ${pluralize(report.exchanges, "exchange")}`],
    ["read as", report.format],
    ["fidelity", grades[report.fidelity]],
    ...listed("kept", report.kept),
    ...listed("redacted", report.redacted),
    ...listed("left out", report.leftOut),
  ];
  return rows.flatMap(([label, text]) => labelled(label, text, 10, sheet).map((line) => `${line}\n`)).join("");
}

/** One row for each, the label on the first. */
function listed(label: string, phrases: readonly string[]): readonly Row[] {
  return phrases.map((phrase, index) => [index === 0 ? label : "", phrase]);
}
