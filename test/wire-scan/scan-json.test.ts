import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeString } from "../../harness/wire-scan/decode-string.ts";
import { pointerAt } from "../../harness/wire-scan/pointer-at.ts";
import { scanElements } from "../../harness/wire-scan/scan-container.ts";
import { skipValue } from "../../harness/wire-scan/skip-value.ts";
import { stringIs } from "../../harness/wire-scan/string-is.ts";
import { walkMembers } from "../../harness/wire-scan/walk-members.ts";
import { parseJson } from "../support/parse-json.ts";
import { rawJson } from "../support/raw-json.ts";

describe("the spans of a JSON scan, compared with the native parser", () => {
  it("hold the text of exactly the value that the parser reads there", () => {
    fc.assert(
      fc.property(rawJson, (text) => {
        const bytes = Buffer.from(text);
        expect(skipValue(bytes, 0)).toBe(bytes.length);
        expect(spanned(bytes, 0)).toEqual(parseJson(text));
      }),
      { numRuns: 500 },
    );
  });

  it("lead by pointer to a value whose text contains the byte", () => {
    fc.assert(
      fc.property(rawJson, fc.nat(), (text, seed) => {
        const bytes = Buffer.from(text);
        const offset = seed % bytes.length;
        const { start, end } = resolve(bytes, pointerAt(bytes, offset));
        expect(start).toBeLessThanOrEqual(offset);
        expect(end).toBeGreaterThan(offset);
        expect(deepest(bytes, 0, offset)).toBe(pointerAt(bytes, offset));
      }),
      { numRuns: 300 },
    );
  });

  it("compare strings by their value, however they are spelled", () => {
    fc.assert(
      fc.property(rawJson, (text) => {
        fc.pre(text.startsWith('"'));
        const bytes = Buffer.from(text);
        for (const name of ["a", "type", "content", "cache_control"]) {
          expect(stringIs(bytes, 0, bytes.length, name)).toBe(decodeString(bytes, 0, bytes.length) === name);
        }
      }),
    );
    const escaped = Buffer.from('"cache\\u005fcontrol"');
    expect(stringIs(escaped, 0, escaped.length, "cache_control")).toBe(true);
  });

  it("are found at any depth without using the stack", () => {
    const deep = Buffer.from(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(skipValue(deep, 0)).toBe(deep.length);
  });

  it("end long strings at the first quote without a backslash", () => {
    for (const tail of ["", "\\\\", '\\"', '\\\\\\"', "\\\\\\\\"]) {
      const text = `"${"x".repeat(100)}${tail}"`;
      const bytes = Buffer.from(`${text},"next"`);
      expect(skipValue(bytes, 0)).toBe(Buffer.byteLength(text));
    }
  });
});

/** The pointer by recursion: the slow way that cannot be wrong in the same place. */
function deepest(bytes: Buffer, start: number, offset: number): string {
  let found = "";
  const look = (token: string, from: number, end: number): void => {
    const escaped = token.replaceAll("~", "~0").replaceAll("/", "~1");
    if (offset >= from && offset < end) found = `/${escaped}${deepest(bytes, from, offset)}`;
  };
  if (bytes[start] === 0x7b) {
    walkMembers(bytes, start, (keyStart, keyEnd, from, end) => look(decodeString(bytes, keyStart, keyEnd), from, end));
  } else if (bytes[start] === 0x5b) {
    scanElements(bytes, start, (index, at) => {
      const end = skipValue(bytes, at);
      look(String(index), at, end);
      return end;
    });
  }
  return found;
}

/** The value at `start`, read by spans alone; only scalars go through the parser. */
function spanned(bytes: Buffer, start: number): unknown {
  if (bytes[start] === 0x7b) {
    const members: [string, unknown][] = [];
    walkMembers(bytes, start, (keyStart, keyEnd, valueStart, valueEnd) => {
      expect(skipValue(bytes, valueStart)).toBe(valueEnd);
      members.push([decodeString(bytes, keyStart, keyEnd), spanned(bytes, valueStart)]);
    });
    return Object.fromEntries(members);
  }
  if (bytes[start] === 0x5b) {
    const elements: unknown[] = [];
    scanElements(bytes, start, (index, at) => {
      expect(index).toBe(elements.length);
      elements.push(spanned(bytes, at));
      return skipValue(bytes, at);
    });
    return elements;
  }
  return JSON.parse(bytes.toString("utf8", start, skipValue(bytes, start)));
}

/** The span of the last value that a pointer can mean: of repeated keys, a pointer does not say which. */
function resolve(bytes: Buffer, pointer: string): { start: number; end: number } {
  let spans = [{ start: 0, end: bytes.length }];
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const next: typeof spans = [];
    for (const { start } of spans) {
      if (bytes[start] === 0x7b) {
        walkMembers(bytes, start, (keyStart, keyEnd, valueStart, valueEnd) => {
          if (decodeString(bytes, keyStart, keyEnd) === name) next.push({ start: valueStart, end: valueEnd });
        });
      } else if (bytes[start] === 0x5b) {
        scanElements(bytes, start, (index, at) => {
          const end = skipValue(bytes, at);
          if (String(index) === name) next.push({ start: at, end });
          return end;
        });
      }
    }
    spans = next;
  }
  expect(spans.length).toBeGreaterThan(0);
  return { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
}
