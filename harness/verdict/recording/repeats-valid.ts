import { isUtf8 } from "node:buffer";
import type { Layout, Unit } from "../../kernel/layout.ts";
import { commonHead } from "../../wire-scan/common-head.ts";
import { isJsonText } from "../../wire-scan/validate-json.ts";

const OPEN_BRACE = 0x7b;

/** An object that is an element of a list in the root: behind it a parser is always in the same state. */
const IN_ROOT_LIST = /^\/[^/]+\/\d+$/;

/**
 * Whether `body` is one JSON text in UTF-8, told from a valid body that it repeats: only what lies between their common
 * head and tail is parsed. Behind an object in a list of the root a parser awaits a comma or the list's end, whatever came
 * before, so what may follow there is known. False also where nothing is repeated: then the whole must be parsed.
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
