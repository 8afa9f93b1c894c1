import { type JsonObject, isJsonObject, parseJson } from "../kernel/json.ts";
import { isUtf8 } from "node:buffer";

import { isRecordingLine, notARecording } from "../cassette/detect-format.ts";
import { loadYaml } from "../cassette/format/load-yaml.ts";
import { type FieldFault, Fields } from "../cassette/lines/fields.ts";
import type { ReadExchange } from "../cassette/recorded-exchange.ts";
import { readBytes } from "../io/files/disk.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { type ForeignLine, ImportNotes, type LinesFormat, untilFault } from "./foreign-format.ts";
import { documentFormats, linesFormats } from "./registry.ts";
import { type Rows, rowsOf } from "./rows.ts";

/** A recording in somebody else's format; its exchanges are read as they are asked for, its notes grow as they are. */
export type ForeignRecording = {
  readonly format: string;
  /** The fault of an exchange that cannot be read stands in its place, and reading goes on. */
  readonly exchanges: Iterable<ReadExchange>;
  readonly notes: ImportNotes;
  /** See `DocumentFormat`. */
  readonly holdsSums: boolean;
  /** Where in the file the last exchange stands. */
  readonly place: () => string;
};

const LINE_FEED = 0x0a;

/** How a file of mitmproxy's flows begins: the length of a flow, the length of a name, and the name. */
const flowsHead = /^\d{1,12}:\d{1,3}:[a-z_]+[;,]/;
const FLOWS_HEAD_BYTES = 64;

/** The byte order mark of UTF-8, with which Fiddler begins its HAR files. */
const MARK = Buffer.from("\uFEFF");

/** The number of lines (or elements of an array) to examine before a file counts as unsupported: sessions begin with summaries and snapshots. */
const LINES_ASKED = 50;

/**
 * Opens a file in another tool's format, recognised by its contents. Null if the format is unsupported.
 *
 * @throws HarnessError HX201 if it begins as YAML of a recorder and is not, or is empty, or holds mitmproxy's flows; HX511 to HX515
 */
export function openForeign(path: string): ForeignRecording | null {
  return readForeign(readBytes(path), path);
}

/** The same of bytes that were read; `path` is how messages call them. */
export function readForeign(file: Buffer, path: string): ForeignRecording | null {
  const bytes = file.subarray(0, MARK.length).equals(MARK) ? file.subarray(MARK.length) : file;
  if (flowsHead.test(bytes.toString("latin1", 0, FLOWS_HEAD_BYTES))) {
    const fix = "write them as HAR: mitmdump -nr flows.mitm --set hardump=flows.har; then give that file";
    throw notARecording(path, "it holds the flows of mitmproxy in its own format", fix);
  }
  const feed = bytes.indexOf(LINE_FEED);
  if (isRecordingLine(bytes.subarray(0, feed === -1 ? bytes.length : feed)) || !isUtf8(bytes)) return null;
  return openDocument(bytes, path) ?? openLines(bytes, path);
}

function openDocument(bytes: Buffer, path: string): ForeignRecording | null {
  const root = documentOf(bytes, path);
  const format = isJsonObject(root) ? documentFormats.find(({ recognises }) => recognises(root)) : undefined;
  if (format === undefined) return null;
  const notes = new ImportNotes();
  const fields = new Fields(root, [], faultIn(path, format.name));
  const exchanges = untilFault(() => format.read(fields, notes));
  const { name, holdsSums = false } = format;
  return { format: name, exchanges, notes, holdsSums, place: () => path };
}

/** How the YAML that recorders write begins. Nothing else is given to the YAML parser, which takes almost anything. */
const yamlHead = /^(?:---[^\n]*\n|#[^\n]*\n|\s)*(?:version|interactions):/;

function documentOf(bytes: Buffer, path: string): unknown {
  const text = bytes.toString("utf8");
  if (yamlHead.test(text)) {
    const document = loadYaml().parseDocument(text, { customTags: ["binary"] });
    const [fault] = document.errors;
    if (fault !== undefined) {
      const [what = ""] = fault.message.split("\n");
      throw notARecording(path, `it begins as a vcr cassette does, and is not YAML: ${what.replace(/:$/, "")}`);
    }
    const root: unknown = document.toJS();
    if (isJsonObject(root) && Array.isArray(root["interactions"]) && root["interactions"].length === 0) {
      throw notARecording(path, "it is a vcr cassette whose list of interactions is empty");
    }
    return root;
  }
  return parsed(text);
}

function openLines(bytes: Buffer, path: string): ForeignRecording | null {
  const rows = rowsOf(bytes);
  const format = recogniseLines(rows);
  if (format === null) return null;
  const notes = new ImportNotes();
  const position: LinePosition = { number: 0, isOver: false };
  return {
    format: format.name,
    exchanges: readLines(linesOf(rows, path, format), format, notes, position),
    notes,
    holdsSums: false,
    place: () => (position.number === 0 ? path : `${path}, ${rows.unit} ${position.number}`),
  };
}

type LinePosition = { number: number; isOver: boolean };

/** A generator that has thrown is over: another one goes on behind the line that it could not read. */
function* readLines(
  lines: Generator<ForeignLine | HarnessError>,
  format: LinesFormat,
  notes: ImportNotes,
  position: LinePosition,
): Generator<ReadExchange> {
  const broken: HarnessError[] = [];
  const rest: Iterable<ForeignLine> = {
    [Symbol.iterator]: () => ({
      next: () => {
        for (;;) {
          const step = lines.next();
          position.isOver = step.done === true;
          if (step.done === true) return step;
          if (step.value instanceof HarnessError) broken.push(step.value);
          else {
            position.number = step.value.number;
            return { done: false, value: step.value };
          }
        }
      },
    }),
  };
  while (!position.isOver) {
    yield* untilFault(() => format.read(rest, notes));
    yield* broken.splice(0);
  }
}

function recogniseLines(rows: Rows): LinesFormat | null {
  let asked = 0;
  for (const { raw } of rows.each()) {
    const line = parsed(raw.toString("utf8"));
    const format = isJsonObject(line) ? linesFormats.find(({ recognises }) => recognises(line)) : undefined;
    if (format !== undefined) return format;
    asked += 1;
    if (asked === LINES_ASKED) break;
  }
  return null;
}

/** A writer that was stopped leaves half a line; the others are as good as they were. */
function* linesOf(rows: Rows, path: string, format: LinesFormat): Generator<ForeignLine | HarnessError> {
  for (const { number, raw } of rows.each()) {
    const line = parsed(raw.toString("utf8"));
    const place = `${rows.unit} ${number}`;
    const fault = faultIn(path, format.name, place);
    if (isJsonObject(line)) yield { number, raw, fields: new Fields(line, [], fault) };
    else yield fault([], `${place} is not a JSON object`);
  }
}

function parsed(text: string): JsonObject | null {
  const value = parseJson(text);
  return isJsonObject(value) ? value : null;
}

function faultIn(path: string, format: string, place: string | null = null): FieldFault {
  return (_, what) =>
    new HarnessError({
      code: "HX209",
      what: `${what} (read as ${format})`,
      where: place === null ? path : `${path}, ${place}`,
      fix: "take the file as its recorder wrote it, or record again",
      exit: 3,
    });
}
