/** Of base64 on both sides of a place: shorter text may be a path or a list of names. */
const SHORTEST = 256;

/** Tools break it after 64 or 76 signs. */
const SHORTEST_LINE = 60;

/** Random base64 has about fifty-five different signs among so many, a word or a number that repeats a handful. */
const FEWEST_SIGNS = 40;

const BASE64 = /[\w+/-]/;

/** A sign of a line's end, also of one that JSON writes, at any depth. */
const LINE_END = /[\r\n]|\\(?=[\\nr])|(?<=\\)[nr]/y;

/**
 * Whether a place lies inside the base64 of binary data, such as an image. There every short sequence of letters occurs by chance, also
 * the beginning of a key; a credential that such data hides is found when it is decoded. A place at the start of a line is never inside.
 */
export function isInBinaryData(text: string, at: number): boolean {
  if (at === 0 || !BASE64.test(text.charAt(at - 1))) return false;
  const around = (acrossLines: boolean): string =>
    signsFrom(text, at - 1, -1, acrossLines) + signsFrom(text, at, 1, acrossLines);
  if (around(false).length < SHORTEST_LINE) return false;
  const signs = around(true);
  return signs.length >= SHORTEST && new Set(signs).size >= FEWEST_SIGNS;
}

/** The base64 from a place on in one direction, as far as it matters. */
function signsFrom(text: string, from: number, step: 1 | -1, acrossLines: boolean): string {
  let signs = "";
  for (let at = from; signs.length < SHORTEST && at >= 0 && at < text.length; at += step) {
    LINE_END.lastIndex = at;
    if (LINE_END.test(text)) {
      if (!acrossLines) break;
    } else {
      const sign = text.charAt(at);
      if (!BASE64.test(sign)) break;
      signs += sign;
    }
  }
  return signs;
}
