import type { Block, Envelope, Unit } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { scanMembers } from "../wire-scan/scan-container.ts";
import { skipString } from "../wire-scan/skip-string.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../wire-scan/skip-white-space.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import type { Spelled } from "./facts/call-spelling.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** The id of the call or the result that a unit is; empty for one that is counted; null where it is none of the client's own, or has none. */
export function readCallId(
  body: Buffer,
  unit: Unit,
  spelled: Spelled,
  kind: "tool-use" | "tool-result",
): string | null {
  if (spelled.of === "part")
    return unit.unit === "block" && unit.kind === kind && isPart(body, unit, spelled) ? "" : null;
  if (unit.unit === "envelope") return spelled.of === "message" ? readMemberOf(body, unit, spelled.id) : null;
  if (spelled.of !== "block" || unit.kind !== kind) return null;
  return spelled.within === undefined ? readId(body, unit, spelled) : readWrapped(body, unit, spelled, spelled.within);
}

/** Whether a part is a call or a result of the client's own: the provider's code and what came of it are others. */
function isPart(body: Buffer, { span }: Block, { types }: Spelled): boolean {
  let is = false;
  scanMembers(body, span.start, (keyStart, keyEnd, start) => {
    is = types.some((name) => stringIs(body, keyStart, keyEnd, name));
    // The end of the body ends the walk: no comma follows there.
    return is ? body.length : skipValue(body, start);
  });
  return is;
}

/** The id in what a block wraps. A type of its own there is that of a tool that the provider runs and answers. */
function readWrapped(body: Buffer, { span }: Block, { id: member }: Spelled, wrapper: string): string | null {
  let id: string | null = null;
  let isTyped = false;
  if (body[span.start] !== OPEN_BRACE) return null;
  // One pass: what a tool answered is long.
  scanMembers(body, span.start, (keyStart, keyEnd, inner) => {
    if (body[inner] !== OPEN_BRACE || !stringIs(body, keyStart, keyEnd, wrapper)) return skipValue(body, inner);
    return walkMembers(body, inner, (nameStart, nameEnd, start, end) => {
      if (body[start] !== QUOTE) return;
      if (stringIs(body, nameStart, nameEnd, member)) id = decodeString(body, start, end);
      else if (stringIs(body, nameStart, nameEnd, "type")) isTyped = true;
    });
  });
  return isTyped ? null : id;
}

/**
 * The id that a block or message carries; null where it is of another type or carries none. Type and id mostly stand before
 * the content, which is long and is then not walked.
 */
function readId(body: Buffer, { span }: Block, { types, id: member }: Spelled): string | null {
  if (body[span.start] !== OPEN_BRACE) return null;
  const again = endOfName(member);
  let type: readonly [number, number] | null = null;
  let id: string | null = null;
  scanMembers(body, span.start, (keyStart, keyEnd, start) => {
    const end = skipValue(body, start);
    if (body[start] === QUOTE) {
      if (stringIs(body, keyStart, keyEnd, "type")) type = [start, end];
      else if (stringIs(body, keyStart, keyEnd, member)) id = decodeString(body, start, end);
    }
    const isRead = id !== null && (type !== null || types.length === 0);
    // The end of the body ends the walk: no comma follows there. An id that is written twice counts where it stands last.
    return isRead && !body.subarray(end, span.end).includes(again) ? body.length : end;
  });
  return types.length === 0 || isOneOf(body, type, types) ? id : null;
}

/** A string among the members of a message that lie beside its content; where it is written twice, the last. */
function readMemberOf(body: Buffer, { members }: Envelope, name: string): string | null {
  const last = members.findLast(({ start, end }) => end - start > name.length && nameIs(body, start, name));
  if (last === undefined) return null;
  const value = skipWhiteSpace(body, skipWhiteSpace(body, skipString(body, last.start)) + 1);
  return body[value] === QUOTE ? decodeString(body, value, last.end) : null;
}

function nameIs(body: Buffer, keyStart: number, name: string): boolean {
  return body[keyStart] === QUOTE && stringIs(body, keyStart, skipString(body, keyStart), name);
}

/** How a member's name ends. A native search for few bytes is quick, and what it finds by mistake is merely walked. */
function endOfName(member: string): Buffer {
  const known = ends.get(member) ?? Buffer.from(`"${member}"`.slice(-4));
  ends.set(member, known);
  return known;
}

const ends = new Map<string, Buffer>();

function isOneOf(body: Buffer, span: readonly [number, number] | null, types: readonly string[]): boolean {
  return span !== null && types.some((type) => stringIs(body, span[0], span[1], type));
}
