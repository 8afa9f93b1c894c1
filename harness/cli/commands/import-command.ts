import { basename, extname, join } from "node:path";

import { maskSecrets } from "../../run/mask-secrets.ts";
import type { ImportReport } from "../../cassette/lines/import-traffic.ts";
import { importRecording } from "../../import/import-recording.ts";
import { openRecording } from "../../cassette/open-recording.ts";
import type { Console } from "../../io/console.ts";
import { withIncidents } from "../../incidents/with-incidents.ts";
import { shellWord } from "../../init/shell-word.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { renderInspection } from "../../report/render-inspection.ts";
import { renderVerdict } from "../../report/render-verdict.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { nextCommands } from "../recording/next-commands.ts";
import { recordingWords } from "../inspecting/recording-words.ts";
import { withPrices } from "../inspecting/with-prices.ts";
import { maskStrings } from "../../run/mask-secrets.ts";
import { newKey } from "../../io/new-key.ts";
import type { Fidelity } from "../../kernel/exchange.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { renderJson } from "../../report/render-json.ts";
import { labelled, makeTextLayout, type TextLayout } from "../../report/tables/text-layout.ts";
import { type Command, valueOf } from "../command.ts";

type Row = readonly [label: string, text: string];

const grades: Readonly<Record<Fidelity, string>> = {
  A: "A, raw bytes",
  B: "B, parsed JSON: rendered checks at most",
  C: "C, usage and transcript only: kept in cassette.yaml, and too little for judge or simulate",
};

/** Makes a cassette of a recording in another format, and says what it is worth. The exit code is 3 if a part could not be read. */
export const importCommand: Command = async (invocation, streams) => {
  const { out, outStyle } = streams;
  const [file = ""] = invocation.positionals;
  const name = basename(file, extname(file));
  const redactionKey = invocation.options.has("redact") ? newKey() : null;
  const folder = valueOf(invocation, "out") ?? join("fixtures", "cassettes", name);
  const imported = importRecording(file, folder, { redactionKey, replaces: invocation.options.has("force") });
  // A reason may quote the value that is not what it must be.
  const report = { ...imported, unreadable: maskStrings(imported.unreadable) };
  const exit = report.unreadable.length > 0 ? 3 : 0;
  if (invocation.options.has("json")) {
    out(renderJson({ schema: "forkproof/import@1", ...report }));
    return exit;
  }
  out(renderReport(report, makeTextLayout(outStyle)));
  if (report.fidelity !== "C") await showVerdict(folder, streams);
  else streams.err(`a timeline of its counters: forkproof inspect ${shellWord(file)}\n`);
  return exit;
};

/** A recording that cannot be inspected was imported all the same. */
async function showVerdict(folder: string, { out, err, outStyle }: Console): Promise<void> {
  try {
    const recording = openRecording(folder);
    const inspection = withIncidents(await withPrices(inspectRecording(recording, { passesBroken: true })), recording);
    out(`\n${renderVerdict(inspection, outStyle)}`);
    out(renderInspection(inspection, { ...recordingWords(folder), isWhole: false }, outStyle));
    err(nextCommands(folder));
  } catch (fault) {
    if (!(fault instanceof HarnessError)) throw fault;
    err(`not inspected: ${maskSecrets(fault.message)}\n`);
  }
}

function renderReport(report: ImportReport, sheet: TextLayout): string {
  const { exchanges, unreadable } = report;
  const all = pluralize(exchanges + unreadable.length, "exchange");
  const rows: readonly Row[] = [
    ["cassette", `${report.folder}, ${unreadable.length === 0 ? all : `${formatCount(exchanges)} of ${all}`}`],
    ["read as", report.format],
    ["fidelity", grades[report.fidelity]],
    ...listed("kept", report.kept),
    ...listed("redacted", report.redacted),
    ...listed("left out", report.leftOut),
    ...listed("not read", shortened(unreadable)),
  ];
  return rows.flatMap(([label, text]) => labelled(label, text, 10, sheet).map((line) => `${line}\n`)).join("");
}

/** So many unreadable exchanges are listed; `--json` lists all. */
const SHOWN = 20;

function shortened(unreadable: ImportReport["unreadable"]): readonly string[] {
  const more = unreadable.length - SHOWN;
  const shown = unreadable.slice(0, SHOWN).map(({ where, what }) => `${where === null ? "" : `${where}: `}${what}`);
  return more > 0 ? [...shown, `and ${formatCount(more)} more, listed by --json`] : shown;
}

/** One row for each, the label on the first. */
function listed(label: string, phrases: readonly string[]): readonly Row[] {
  return phrases.map((phrase, index) => [index === 0 ? label : "", phrase]);
}
