/**
 * Recorded text is hostile: it may turn the direction of what follows, or hide what it says. Controls, format characters, lone surrogates
 * and odd separators are spelled (`\u202e`); line feeds and tabs stay.
 */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.toWellFormed().replaceAll(HIDDEN, spelled);
}

const PLAIN = /^[\n\t\x20-\x7e]*$/;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

function spelled(hidden: string): string {
  if (hidden === "\n" || hidden === "\t") return hidden;
  const code = hidden.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
