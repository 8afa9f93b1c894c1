import type { TextStyle } from "../kernel/text/text-style.ts";
import { hitRatio, type Usage } from "../kernel/usage.ts";
import { type Cell, type Column, columnTable, plain } from "./tables/column-table.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { headed, makeTextLayout } from "./tables/text-layout.ts";

/** A run of a fork, as the list of them shows it. */
export type ShownHandle = Usage & {
  readonly runId: string;
  readonly label: string;
  readonly parent: string | null;
  readonly source: string;
  readonly status: string;
  /** Why it ended so, where the status does not say. */
  readonly reason: string | null;
  readonly turns: number | null;
  /** The whole prompt: known even if its written part is unknown. */
  readonly prompt: number | null;
  readonly startedMs: number;
  readonly endedMs: number | null;
};

const columns: readonly Column[] = [
  { head: "run", align: "left" },
  { head: "label", align: "left" },
  { head: "source", align: "left" },
  { head: "status", align: "left" },
  { head: "turns", align: "right" },
  { head: "ratio", align: "right" },
  { head: "started", align: "left" },
];
const labelColumn = 1;

/** The runs of a folder, a row each, and under them why those ended so of which it is known. An unknown number is left empty. */
export function renderHandles(folder: string, handles: readonly ShownHandle[], style: TextStyle): string {
  if (handles.length === 0) return `no forks are recorded in ${escapeControlChars(folder)}\n`;
  const sheet = makeTextLayout(style);
  const reasons = handles.flatMap((handle) => {
    const why = whyOf(handle);
    return why === null ? [] : headed(escapeControlChars(handle.runId), sheet.paint.strong, why, 2, sheet);
  });
  return sheetOf([...tableOf(handles, style), ...(reasons.length === 0 ? [] : ["", ...reasons])]);
}

/** The row of one run, and under it why it ended so. */
export function renderHandle(handle: ShownHandle, style: TextStyle): string {
  const why = whyOf(handle);
  return sheetOf([...tableOf([handle], style), ...(why === null ? [] : [why])]);
}

function tableOf(handles: readonly ShownHandle[], style: TextStyle): readonly string[] {
  const lines = columnTable(columns, labelColumn, handles.map(cellsOf), makeTextLayout(style));
  return [...lines, "", pluralize(handles.length, "fork")];
}

function whyOf({ status, reason }: ShownHandle): string | null {
  return reason === null ? null : `${escapeControlChars(status)}: ${escapeControlChars(reason)}`;
}

function sheetOf(lines: readonly string[]): string {
  return terminalSafe(`${lines.join("\n")}\n`);
}

function cellsOf(handle: ShownHandle): readonly Cell[] {
  const { runId, label, source, status, turns, startedMs } = handle;
  const ratio = ratioOf(handle);
  const isBad = status === "error" || status === "lost_on_restart";
  return [
    plain(escapeControlChars(runId)),
    plain(escapeControlChars(label)),
    plain(escapeControlChars(source)),
    { text: escapeControlChars(status), brush: isBad ? "bad" : "good" },
    plain(turns === null ? "" : String(turns)),
    plain(ratio === null ? "" : ratio.toFixed(2)),
    plain(new Date(startedMs).toISOString().slice(0, 19).replace("T", " ")),
  ];
}

/** Rows of earlier versions hold the parts alone. */
function ratioOf(handle: ShownHandle): number | null {
  const { prompt, read } = handle;
  if (prompt === null) return hitRatio(handle);
  return read === null || prompt === 0 ? null : read / prompt;
}
