import { isUtf8 } from "node:buffer";
import type { Layout, Unit } from "../../kernel/layout.ts";
import { commonHead } from "../../wire-scan/common-head.ts";
import { isJsonText } from "../../wire-scan/validate-json.ts";

const OPEN_BRACE = 0x7b;

/** An object that is an element of a list in the root: behind it a parser is always in the same state. */
const IN_ROOT_LIST = /^\/[^/]+\/\d+$/;

/**
 * Whether `body` is one JSON text in UTF-8, derived from a valid body that it repeats: only the bytes between their common head
 * and tail are parsed. After an object in a list of the root, a parser expects a comma or the end of the list, whatever came
 * before, so the valid next bytes are known. False also if nothing is repeated: then the whole body must be parsed.
 */
export function repeatsValid(body: Buffer, { body: known, units }: Layout): boolean {
  const common = commonHead(known, body);
  const repeated = units.findLast((unit) => unit.span.end <= common && endsInRootList(known, unit))?.span.end;
  const last = units.findLast((unit) => endsInRootList(known, unit))?.span.end;
  if (repeated === undefined || last === undefined) return false;
  const tail = known.length - last;
  const tailStart = body.length - tail;
  const hasTail = tailStart >= repeated && body.compare(known, last, known.length, tailStart) === 0;
  const rest = body.subarray(repeated, hasTail ? tailStart : body.length);
  if (!isUtf8(rest)) return false;
  const text = rest.toString("latin1");
  // A string stands for the object: unlike a number it cannot go on in what follows.
  return isJsonText(hasTail ? `[""${text}]` : `{"":[""${text}`);
}

function endsInRootList(body: Buffer, unit: Unit): boolean {
  return unit.unit === "envelope" && body[unit.span.start] === OPEN_BRACE && IN_ROOT_LIST.test(unit.pointer);
}
