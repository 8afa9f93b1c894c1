import { parseJson } from "../../json-object.ts";
import { skipSpace, skipString } from "../../skip-value.ts";

export type Mark = {
  /** Where its value begins. */
  readonly at: number;
  /** The request's member that it stands in, and how deep. */
  readonly segment: string;
  readonly depth: number;
  /** Where the object begins whose member it is. */
  readonly holder: number;
};

type Scan = { readonly found: Mark[]; readonly holders: number[]; segment: string; dataDepth: number };

/**
 * The marks of a request in slices that divide no text, in the order of its bytes: it is not copied. A member of that name in a call's
 * arguments or in a tool's schema is data, and `null` is not a mark. At any other place, also one that we do not know, it counts: a mark
 * too many is refused.
 */
export function findMarks(parts: readonly Buffer[]): readonly Mark[] {
  const scan: Scan = { found: [], holders: [], segment: "", dataDepth: Infinity };
  let before = 0;
  for (const [index, part] of parts.entries()) {
    scanPart(scan, part, before, parts[index + 1]);
    before += part.length;
  }
  return scan.found;
}

/** `before` bytes stand in front of the part, and `next` behind it. */
function scanPart(scan: Scan, bytes: Buffer, before: number, next: Buffer | undefined): void {
  const { found, holders } = scan;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isContainer(byte)) holders.push(before + at);
    else if (byte === 0x7d || byte === 0x5d) {
      holders.pop();
      if (holders.length <= scan.dataDepth) scan.dataDepth = Infinity;
    } else if (byte === 0x22) {
      const end = skipString(bytes, at);
      const colon = skipSpace(bytes, end);
      const depth = holders.length;
      if (bytes[colon] === 0x3a && depth < scan.dataDepth) {
        const name = nameOf(bytes, at, end);
        const value = skipSpace(bytes, colon + 1);
        const first = value < bytes.length ? bytes[value] : next?.[skipSpace(next, 0)];
        if (depth === 1) scan.segment = name;
        if (data.has(name) && isContainer(first)) scan.dataDepth = depth;
        if (name === "cache_control" && first !== 0x6e)
          found.push({ at: before + value, segment: scan.segment, depth, holder: holders.at(-1) ?? 0 });
      }
      at = end - 1;
    }
  }
}

/** Members whose value is the tool's own. */
const data: ReadonlySet<string> = new Set(["input", "input_schema", "input_examples"]);

/** Longer than any spelling of a name that matters here. */
const longestName = 128;

function nameOf(bytes: Buffer, start: number, end: number): string {
  if (end - start > longestName) return "";
  const raw = bytes.toString("utf8", start, end);
  return raw.includes("\\") ? String(parseJson(raw)) : raw.slice(1, -1);
}

function isContainer(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}
