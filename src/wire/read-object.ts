import { parseJson } from "./json-object.ts";
import { skipSpace, skipString, skipValue } from "./skip-value.ts";
import type { Span } from "./span.ts";
import { WireFault } from "./wire-fault.ts";

/** A JSON object in raw bytes: where its members' values lie, in the order of the text. */
export type RawObject = { readonly span: Span; readonly members: readonly Member[] };

/** `name` is decoded, so that an escaped spelling is still found. Names may repeat. */
export type Member = { readonly name: string; readonly value: Span };

/** Finds the members of the object that starts at `start`, behind white space. Their values are skipped, not parsed. */
export function readObject(bytes: Buffer, start: number): RawObject {
  const open = skipSpace(bytes, start);
  expect(bytes, open, "{");
  const members: Member[] = [];
  let at = skipSpace(bytes, open + 1);
  if (bytes[at] === 0x7d) return { span: { start: open, end: at + 1 }, members };
  for (;;) {
    const member = readMember(bytes, at);
    members.push(member);
    at = skipSpace(bytes, member.value.end);
    if (bytes[at] === 0x7d) return { span: { start: open, end: at + 1 }, members };
    expect(bytes, at, ",");
    at = skipSpace(bytes, at + 1);
  }
}

/** The member that counts where a name repeats: the last, as in `JSON.parse`. */
export function lastMember(object: RawObject, name: string): Member | null {
  return object.members.findLast((member) => member.name === name) ?? null;
}

function readMember(bytes: Buffer, at: number): Member {
  expect(bytes, at, '"');
  const keyEnd = skipString(bytes, at);
  const colon = skipSpace(bytes, keyEnd);
  expect(bytes, colon, ":");
  const start = skipSpace(bytes, colon + 1);
  return { name: decodeName(bytes, at, keyEnd), value: { start, end: skipValue(bytes, start) } };
}

function decodeName(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString("utf8", start, end);
  if (!raw.includes("\\")) return raw.slice(1, -1);
  return String(parseJson(raw));
}

function expect(bytes: Buffer, at: number, character: string): void {
  if (bytes[at] !== character.charCodeAt(0)) throw new WireFault(`'${character}' expected`, at);
}
