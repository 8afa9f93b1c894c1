import type { Block, Envelope, Unit } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanMembers } from "../../wire-scan/scan-container.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import type { BlockIdentity } from "../../wires/call-spelling.ts";

const QUOTE = 0x22;

/**
 * The id of a call or a result; empty for a unit that is paired by count. Null if the unit is not a call or result of the client,
 * or has no id.
 */
export function readCallId(
  body: Buffer,
  unit: Unit,
  spelled: BlockIdentity,
  kind: "tool-use" | "tool-result",
): string | null {
  if (unit.unit === "envelope") return spelled.of === "message" ? readMemberOf(body, unit, spelled.id) : null;
  if (unit.kind !== kind) return null;
  if (spelled.of === "part") return isPart(body, unit, spelled.members) ? "" : null;
  if (spelled.of !== "block" || unit.callAt === -1 || !isClients(body, unit, spelled.types)) return null;
  return decodeString(body, unit.callAt, skipString(body, unit.callAt));
}

/** Whether a block is of a type of the client's own. */
function isClients(body: Buffer, { typeAt }: Block, types: readonly string[]): boolean {
  if (typeAt === -1) return types.length === 0;
  const end = skipString(body, typeAt);
  return types.some((type) => stringIs(body, typeAt, end, type));
}

/** Whether a part is a call or a result of the client's own: the provider's code and what came of it are others. */
function isPart(body: Buffer, { span }: Block, names: readonly string[]): boolean {
  let is = false;
  scanMembers(body, span.start, (keyStart, keyEnd, start) => {
    is = names.some((name) => stringIs(body, keyStart, keyEnd, name));
    // The end of the body ends the walk: no comma follows there.
    return is ? body.length : skipValue(body, start);
  });
  return is;
}

/** A string member of a message outside its content; the last one if it occurs twice. */
function readMemberOf(body: Buffer, { members }: Envelope, name: string): string | null {
  const last = members.findLast(({ start, end }) => end - start > name.length && nameIs(body, start, name));
  if (last === undefined) return null;
  const value = skipWhiteSpace(body, skipWhiteSpace(body, skipString(body, last.start)) + 1);
  return body[value] === QUOTE ? decodeString(body, value, last.end) : null;
}

function nameIs(body: Buffer, keyStart: number, name: string): boolean {
  return body[keyStart] === QUOTE && stringIs(body, keyStart, skipString(body, keyStart), name);
}
