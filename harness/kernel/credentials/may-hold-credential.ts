import { once } from "../memo/once.ts";
import { patternBeginnings } from "./pattern-beginnings.ts";
import { prefixedShapes } from "./credential-shapes.ts";

/** Of a longer text the search itself costs more than to have its patterns read. */
const SHORT = 2_000;

/**
 * False where a text certainly holds no credential: each shape asks for a word or a beginning that the text lacks. This spares most
 * starts the patterns of all shapes, which take 8 ms to be read. Case is passed over; what is encoded is asked for once it is decoded.
 */
export function mayHoldCredential(text: string): boolean {
  if (text.length > SHORT) return true;
  const small = text.toLowerCase();
  if (CONTEXT.test(small)) return true;
  return LONG_RUN.test(small) && beginnings().some((beginning) => small.includes(beginning));
}

/** Each of `contextShapes` and a private key has one of these. */
const CONTEXT =
  /:\/\/|key|token|secret|auth|pass|pwd|sig|jwt|credential|bearer|code|-u|mysql|mariadb|redis-cli|sqlcmd|login|:(?:\d{4,5}|\*):/;

/** A credential with a beginning has no blank in its first signs; the shortest such run is in `Authorization: Basic …`. */
const LONG_RUN = /\S{13}/;

const beginnings = once((): readonly string[] => {
  const all = prefixedShapes.flatMap(({ rare, pattern, glued }) =>
    rare === undefined ? [pattern, glued ?? pattern].flatMap(patternBeginnings) : [rare],
  );
  return [...new Set(all.map((beginning) => beginning.toLowerCase()))];
});
