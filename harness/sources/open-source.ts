import { isRecordingLine, notARecording } from "../cassette/detect-format.ts";
import { eachLine } from "../cassette/lines/each-line.ts";
import { openCassette } from "../cassette/open-cassette.ts";
import type { IndexOptions } from "../cassette/lines/index-lines.ts";
import { openJsonLines } from "../cassette/open-json-lines.ts";
import type { Source } from "../cassette/recorded-exchange.ts";
import { withContinuedRequests } from "../cassette/with-continued-requests.ts";
import { withWholeRequests } from "../cassette/with-whole-requests.ts";
import { openFile, type OpenFile, readSpanOf } from "../io/files/read-at.ts";
import { openScratchFile } from "../io/files/scratch-file.ts";
import { packingOf, readStandardInput, unpackFile } from "../io/files/unpack-file.ts";
import { countedKind, ImportNotes } from "../import/foreign-format.ts";
import { rawBodiesName, readRawBodies } from "../import/formats/raw-bodies.ts";
import { formatNames } from "../import/registry.ts";
import { type ForeignRecording, readForeign } from "../import/open-foreign.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { LeftOut } from "../kernel/inspection/inspected-sources.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { Damage, reasons } from "./damage.ts";
import { type FoundSource, isPackedLog, notASource } from "./find-files.ts";
import type { HeldFiles } from "./held-files.ts";
import { spoolForeign } from "./spool-foreign.ts";

/** One source, open: its exchanges are read when they are asked for. */
export type OpenedSource = {
  readonly source: Source;
  readonly format: string;
  /** Requests of which it holds only the failure, and which are not in `source`. */
  readonly failed: number;
  /** Its entries that are not in `source`, since they are not requests. */
  readonly leftOut: readonly LeftOut[];
};

/** Open files are added to `held`, for the caller to close; damaged lines to `damage`. */
export type OpenContext = { readonly held: HeldFiles; readonly damage: Damage };

/**
 * Opens a source in any format, recognised by its content. A line that is damaged is noted and left out.
 *
 * @throws HarnessError HX201, HX211 if it is not a recording; HX213 if not one line of it can be read; HX226 if it is compressed and
 * ends before its first exchange; those of `openCassette`
 */
export async function openSource(found: FoundSource, context: OpenContext): Promise<OpenedSource> {
  const { source, ...rest } = await opened(found, context);
  return { ...rest, source: withContinuedRequests(withWholeRequests(source)) };
}

async function opened({ path, kind, isNamed }: FoundSource, context: OpenContext): Promise<OpenedSource> {
  switch (kind) {
    case "cassette":
      return { source: openCassette(path), format: "cassette", failed: 0, leftOut: [] };
    case "raw-bodies":
      return openRawBodies(path, context);
    case "stdin":
      return openBytes(context.held.use(await readStandardInput(STDIN)), context, isNamed);
    case "packed":
      throw packedFault(path, context);
    case "file":
      return openNamed(context.held.use(openFile(path)), context, isNamed);
  }
}

const STDIN = "standard input";

function openRawBodies(folder: string, context: OpenContext): OpenedSource {
  const notes = new ImportNotes();
  return spooled({ exchanges: readRawBodies(folder, notes), notes, format: rawBodiesName }, folder, context);
}

/** A log that is not read may hold breaks; another archive is named only. */
function packedFault(path: string, { damage }: OpenContext): HarnessError {
  const what = "it is compressed, and forkproof unpacks only logs named .gz or .zst";
  if (isPackedLog(path)) damage.noteUnread(path, what, "unpack it");
  return notASource(path, what, "unpack it");
}

/** A file of a folder that is not a recording is passed over; JSON Lines that are not JSON are damage. */
async function openNamed(file: OpenFile, context: OpenContext, isNamed: boolean): Promise<OpenedSource> {
  try {
    return await openBytes(file, context, isNamed);
  } catch (fault) {
    if (!isNamed && readsAsNothing(fault)) noteBrokenLog(file, fault, context.damage);
    throw fault;
  }
}

/** A log of whose lines none can be read may hold breaks. An object that breaks off, alone in its file, is still being written. */
function noteBrokenLog(file: OpenFile, fault: HarnessError, damage: Damage): void {
  if (!/\.(?:jsonl|ndjson)$/i.test(file.path)) return;
  const lines: { readonly isObject: boolean; readonly isJson: boolean }[] = [];
  eachLine(file, (bytes) => {
    if (bytes.toString("latin1", 0, 2).trim() === "") return true;
    const isObject = bytes.toString("latin1", 0, 2) === '{"';
    lines.push({ isObject, isJson: !whyNot(bytes).startsWith(NOT_JSON) });
    return lines.length < 2;
  });
  if (lines.length === 0 || lines.some(({ isJson }) => isJson)) return;
  if (lines.length === 1 && lines[0]?.isObject === true) damage.note(fault);
  else damage.noteUnread(file.path, "no line of it can be read", "record it again");
}

async function openBytes(packed: OpenFile, context: OpenContext, isNamed: boolean): Promise<OpenedSource> {
  const { damage, held } = context;
  const packing = packingOf(packed);
  if (packing === null) return openPlain(packed, context);
  const { file, isCut } = await unpackFile(packed, packing);
  held.use(file);
  if (!isCut) return openPlain(file, context);
  const fault = damage.noteEarlyEnd(packed.path);
  try {
    return openPlain(file, context, isCut);
  } catch (cause) {
    // In a folder the file is noted as damaged, which its name does not excuse.
    throw readsAsNothing(cause) && isNamed ? fault : cause;
  }
}

function openPlain(file: OpenFile, context: OpenContext, isCut: boolean = false): OpenedSource {
  const { path } = file;
  if (holdsOwnLines(file)) {
    const onDamaged: IndexOptions["onDamaged"] = (fault, { ended }) => {
      // The line that a cut goes through is missing with all behind it: the file is noted already.
      if (ended || !isCut) context.damage.note(fault, !ended);
    };
    const source = openJsonLines(path, { file, onDamaged });
    return { source, format: source.format, failed: 0, leftOut: [] };
  }
  if (file.size > MOST_FOREIGN) throw unsupported(file);
  const foreign = readForeign(readSpanOf(file, 0, file.size), path);
  if (foreign === null) throw unsupported(file);
  return spooled(foreign, path, context);
}

/** Another tool's document is parsed as a whole. */
const MOST_FOREIGN = 1024 ** 3;

function spooled(
  { exchanges, notes, format }: Pick<ForeignRecording, "exchanges" | "notes" | "format">,
  name: string,
  { held, damage }: OpenContext,
): OpenedSource {
  const scratch = held.use(openScratchFile(name));
  const own = new Damage();
  const onDamaged = (fault: HarnessError, number: number): void => {
    for (const each of [own, damage]) each.notePart(fault, number);
  };
  const source = spoolForeign(exchanges, { name, scratch, onDamaged });
  const leftOut = notes.counts();
  if (source.ids.length > 0) return { source, format, failed: notes.failed, leftOut };
  const whys = [
    ...(own.lines().length === 0 ? [] : [reasons(own.lines())]),
    ...(notes.failed === 0 ? [] : [`${pluralize(notes.failed, "request")} failed`]),
    ...leftOut.map(({ count, what }) => countedKind(count, what)),
  ];
  const what = `it is read as ${format}, and holds no exchange${whys.length === 0 ? "" : `: ${whys.join("; ")}`}`;
  throw new HarnessError({ code: "HX211", what, where: name, fix: "record again", exit: 2 });
}

/** A file may begin with damaged lines: these are looked at until one is of ours. */
const LINES_ASKED = 50;

function holdsOwnLines(file: OpenFile): boolean {
  let [asked, isOwn] = [0, false];
  eachLine(file, (bytes) => {
    // One array over several lines: a line of it is not a document.
    if (asked === 0 && isArrayStart(bytes)) return false;
    isOwn = isRecordingLine(bytes);
    asked += 1;
    return !isOwn && asked < LINES_ASKED;
  });
  return isOwn;
}

function isArrayStart(bytes: Buffer): boolean {
  return /^\uFEFF?\s*\[/.test(bytes.toString("utf8", 0, HEAD));
}

/** In these bytes an array begins, behind a mark and blanks. */
const HEAD = 64;

/** The formats that were tried, and why the first lines are not a recording. */
function unsupported(file: OpenFile): HarnessError {
  if (file.size === 0) return notARecording(file.path, "it is empty");
  if (isArrayStart(readSpanOf(file, 0, Math.min(file.size, HEAD)))) return unknownArray(file.path);
  const lines: string[] = [];
  let count = 0;
  eachLine(file, (bytes, { number }) => {
    // Blank lines tell nothing.
    if (bytes.toString("latin1", 0, 2).trim() === "") return true;
    lines.push(`line ${number} ${whyNot(bytes)}`);
    count += 1;
    return count < LINES_SHOWN;
  });
  const first = lines.length === 0 ? "it is blank" : lines.join("; ");
  return amongAll(
    notARecording(file.path, `no readable line: ${first}`),
    "; two files, each the body of one request, are read by: forkproof judge PARENT CHILD",
  );
}

function unknownArray(path: string): HarnessError {
  return amongAll(
    notARecording(path, "it is a JSON array, and none of its first elements is a request in a supported format"),
    "; if its elements are lines of a traffic file, write one a line: jq -c '.[]' FILE",
  );
}

function amongAll({ code, message, where, fix, exit }: HarnessError, more: string = ""): HarnessError {
  return new HarnessError({
    code,
    what: message,
    where,
    fix: `${fix}, and for ${formatNames.join("; ")}${more}; forkproof inspect --help shows how to convert a log of your own`,
    exit,
  });
}

const LINES_SHOWN = 3;
const NOT_JSON = "is not JSON";

function whyNot(bytes: Buffer): string {
  const start = bytes.toString("utf8", 0, 400);
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (Array.isArray(value)) return "is a JSON array";
    if (typeof value !== "object" || value === null) return "is JSON and not an object";
    const names = Object.keys(value);
    return `has ${names.length === 0 ? "no member" : `the ${names.length === 1 ? "member" : "members"} ${names.slice(0, 6).join(", ")}`}${names.length > 6 ? ", …" : ""}`;
  } catch {
    return `${NOT_JSON} (${escapeControlChars(start.slice(0, 24))}${start.length > 24 ? "…" : ""})`;
  }
}

/** A whole file of a folder, for the list of what was not read. */
export function readsAsNothing(fault: unknown): fault is HarnessError {
  return fault instanceof HarnessError && (fault.code === "HX201" || fault.code === "HX211");
}
