import { parseJson } from "../../kernel/json.ts";
import { openFile, type OpenFile } from "../../io/files/read-at.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { validateJson } from "../../wire-scan/validate-json.ts";
import { detectFormat } from "../detect-format.ts";
import { eachLine, type Line } from "./each-line.ts";
import type { LineFormat } from "./line-format.ts";
import { LineTable } from "./line-table.ts";
import { lineFault, placeOf } from "./parse-line.ts";
import { scanRootMembers } from "./scan-root-members.ts";

/** Where the exchange of each id lies, in file order, and how its line is read. */
export type LineIndex = {
  readonly format: LineFormat;
  readonly lines: LineTable;
  /** When each was sent, in epoch milliseconds and file order; null where a line does not say it. */
  readonly sentAtMs: readonly number[] | null;
};

export type IndexOptions = {
  /** The open file; by default the one at the path. */
  readonly file?: OpenFile;
  /** Takes each damaged line, which is then left out; without it the first one is thrown. An id that repeats gets its line number. */
  readonly onDamaged?: (fault: HarnessError, line: Line) => void;
};

const CARRIAGE_RETURN = 0x0d;

/**
 * Finds every exchange of a JSON Lines file in one pass; its first line shows the format. Of the others only as much is
 * looked at as it takes to read the id and the time, so a fault behind that shows when the exchange is loaded.
 *
 * @throws HarnessError HX201 to HX203, HX206, HX208, HX209, HX211; HX513 and HX515 where the file cannot be read
 */
export function indexLines(path: string, options: IndexOptions = {}): LineIndex {
  const lines = new LineTable();
  let format: LineFormat | null = null;
  // The order needs every time: after a line without a time, times are not read any more.
  let sentAtMs: number[] | null = [];
  const add = (bytes: Buffer, line: Line): void => {
    if (options.onDamaged !== undefined) refuseCut(bytes, line, path);
    const found = (format ??= detectFormat(bytes, line, path));
    const { id, sent } = headOf(bytes, line, path, found, sentAtMs !== null);
    const earlier = lines.get(id);
    if (earlier !== null && options.onDamaged === undefined) throw duplicate(id, earlier, line, path);
    if (sent === null) sentAtMs = null;
    else sentAtMs?.push(sent);
    if (earlier === null) lines.add(id, line, null);
    else lines.add(`${id}@${line.number}`, line, id);
  };
  eachLineOf(path, options, (bytes, line) => {
    if (isBlank(bytes)) return;
    try {
      add(bytes, line);
    } catch (fault) {
      if (options.onDamaged === undefined || !(fault instanceof HarnessError)) throw fault;
      options.onDamaged(fault, line);
    }
  });
  if (format === null) throw empty(path);
  return { format, lines, sentAtMs };
}

function eachLineOf(path: string, { file }: IndexOptions, visit: (bytes: Buffer, line: Line) => void): void {
  if (file !== undefined) return eachLine(file, visit);
  using opened = openFile(path);
  eachLine(opened, visit);
}

/** What a line that was cut lacks, wherever its id stands: its end. The last line may be cut anywhere. */
function refuseCut(bytes: Buffer, line: Line, path: string): void {
  let last = bytes.length - 1;
  while (last > 0 && BLANK.includes(bytes[last] ?? 0)) last -= 1;
  if (bytes[last] !== CLOSE_BRACE || (!line.ended && validateJson(bytes) !== null)) throw lineFault(bytes, line, path);
}

const CLOSE_BRACE = 0x7d;
const BLANK: readonly number[] = [CARRIAGE_RETURN, 0x20, 0x09];

function isBlank(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes.length === 1 && bytes[0] === CARRIAGE_RETURN);
}

/** The id of a line and, if wanted, its time; null without one. */
function headOf(
  bytes: Buffer,
  line: Line,
  path: string,
  format: LineFormat,
  isTimed: boolean,
): { readonly id: string; readonly sent: number | null } {
  const { idMembers, sentMember } = format;
  const values: unknown[] = idMembers.map(() => undefined);
  const sought = idMembers.length + (isTimed && sentMember !== null ? 1 : 0);
  let [found, sent] = [0, Number.NaN];
  const isObject = scanRootMembers(bytes, (keyStart, keyEnd, valueStart, valueEnd) => {
    const name = bytes.toString("latin1", keyStart + 1, keyEnd - 1);
    const at = idMembers.indexOf(name);
    if (at === -1 && (!isTimed || name !== sentMember)) return false;
    if (at === -1) sent = Date.parse(String(nameAt(bytes, valueStart, valueEnd)));
    else values[at] = nameAt(bytes, valueStart, valueEnd);
    found += 1;
    return found === sought;
  });
  const id = isObject ? format.idOf(values, line.number) : null;
  if (id !== null) return { id, sent: Number.isNaN(sent) ? null : sent };
  if (!isObject || validateJson(bytes) !== null) throw lineFault(bytes, line, path);
  throw nameless(idMembers, line, path);
}

/** A string or a whole number; anything else names nothing. */
function nameAt(bytes: Buffer, start: number, end: number): string | number | undefined {
  const value = parseJson(bytes.toString("utf8", start, end));
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value)) ? value : undefined;
}

function duplicate(id: string, earlier: Line, line: Line, path: string): HarnessError {
  return new HarnessError({
    code: "HX206",
    what: `two exchanges have the id "${id}": line ${earlier.number} and line ${line.number}`,
    where: placeOf(path, line),
    fix: "give each exchange an id of its own; two recordings in one file collide",
    exit: 3,
  });
}

function nameless(idMembers: readonly string[], line: Line, path: string): HarnessError {
  return new HarnessError({
    code: "HX209",
    what: `line ${line.number} has no ${idMembers.map((name) => `"${name}"`).join(" and ")} to name it by`,
    where: placeOf(path, line),
    fix: "number every line as the first one is, or take this one out",
    exit: 3,
  });
}

function empty(path: string): HarnessError {
  const fix = "a recorder that was stopped before the first exchange leaves such a file: record again";
  return new HarnessError({ code: "HX211", what: "the recording holds no exchange", where: path, fix, exit: 2 });
}
