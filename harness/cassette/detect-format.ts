import { HarnessError } from "../kernel/faults/harness-error.ts";
import { skipWhiteSpace } from "../wire-scan/skip-white-space.ts";
import { contentStart } from "../wire-scan/validate-json.ts";
import type { Line } from "./lines/each-line.ts";
import { groundTruthFormat } from "./lines/ground-truth-format.ts";
import type { LineFormat } from "./lines/line-format.ts";
import { lineFault } from "./lines/parse-line.ts";
import { scanRootMembers } from "./lines/scan-root-members.ts";
import { trafficFormat } from "./lines/traffic-format.ts";

const formats: readonly LineFormat[] = [trafficFormat, groundTruthFormat];

const OPEN_BRACE = 0x7b;

/**
 * The format of a JSON Lines file, recognised by the members of its first line.
 *
 * @throws HarnessError HX201 for an unsupported format; HX202 to HX204 if the line is a broken object
 */
export function detectFormat(firstLine: Buffer, line: Line, path: string): LineFormat {
  const { names, isWhole } = membersOf(firstLine);
  const format = formatWith(names);
  if (format !== undefined) return format;
  const opens = firstLine[skipWhiteSpace(firstLine, contentStart(firstLine))] === OPEN_BRACE;
  if (opens && !isWhole) throw lineFault(firstLine, line, path);
  throw notARecording(path, opens ? `the object on its first line has ${listed(names)}` : "it does not begin with {");
}

/** Whether a first line has the members of a recording that needs no import: nothing else of the file is looked at. */
export function isRecordingLine(firstLine: Buffer): boolean {
  return formatWith(membersOf(firstLine).names) !== undefined;
}

function membersOf(line: Buffer): { readonly names: readonly string[]; readonly isWhole: boolean } {
  const names: string[] = [];
  const isWhole = scanRootMembers(line, (keyStart, keyEnd) => {
    names.push(line.toString("utf8", keyStart + 1, keyEnd - 1));
    return false;
  });
  return { names, isWhole };
}

function formatWith(names: readonly string[]): LineFormat | undefined {
  return formats.find(({ marks }) => marks.every((mark) => names.includes(mark)));
}

/** HX201: the content of a path that should be a recording, and the formats that were tried. */
export function notARecording(path: string, found: string, fix: string = whatIsSought()): HarnessError {
  return new HarnessError({
    code: "HX201",
    what: `not a recording: ${found}`,
    where: path,
    fix,
    exit: 2,
  });
}

function whatIsSought(): string {
  const lines = formats.map(({ name, marks }) => `a ${name} file (JSON Lines with ${marks.join(", ")})`);
  return `looked for a cassette (folder with cassette.yaml), ${lines.join(", ")}`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "no member";
  return names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
}
