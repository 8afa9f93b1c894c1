import { doubleByte } from "../double-bytes.ts";

/** What a sed script was refused for, or null. */
export type SedFault = { readonly does: "writes" | "runs" | "unread"; readonly what: string };

/**
 * Reads a sed script command by command (sed(1), COMMAND SYNOPSIS) and refuses `w`, `W` and `e`, the flags `w` and `e` of `s`, and every
 * other form. No form goes on behind its line: where GNU, BSD and busybox differ in a line, they agree again in the next.
 */
export function readSedScript(script: string): SedFault | null {
  const swallowed = doubleByte.exec(script);
  if (swallowed !== null) return { does: "unread", what: swallowed[0] };
  for (let at = 0; ;) {
    at += matchAt(/[ \t\n;}]*/y, script, at)?.[0].length ?? 0;
    if (at >= script.length) return null;
    const found = matchAt(command, script, at);
    if (found === null) return describe(script, at);
    at += found[0].length;
  }
}

const delimiter = "[/|,#:@!%~+=_]";
/** A regular expression up to its delimiter, which stands in no bracket: GNU ends the part there, BSD does not. busybox knows no `[` in one. */
const pattern = (end: string): string =>
  String.raw`(?:(?!${end})[^\\[\n]|\\[^\n]|\[(?:\^?\]|(?!\^?\]))(?:\[:[a-z]+:\]|(?!${end})[^[\]\n])*\])*${end}`;
const replacement = (end: string): string => String.raw`(?:(?!${end})[^\\\n]|\\[^\n])*${end}`;
const address = (name: string): string =>
  String.raw`(?:\d+(?:~\d+)?|\$|/${pattern("/")}[IM]*|\\(?<${name}>${delimiter})${pattern(String.raw`\k<${name}>`)}[IM]*)`;
/** One address or two, then `!`. */
const addresses = String.raw`(?:${address("a")}(?:[ \t]*,[ \t]*(?:[+~]\d+|${address("b")}))?)?[ \t]*(?:![ \t]*)*`;
const substitution = String.raw`s(?<s>${delimiter})${pattern(String.raw`\k<s>`)}${replacement(String.raw`\k<s>`)}`;
const transliteration = String.raw`y(?<y>${delimiter})${pattern(String.raw`\k<y>`)}${replacement(String.raw`\k<y>`)}`;
const closed = String.raw`[dDgGhHnNpPxzF=]|[lqQL](?:[ \t]*\d+)?|${substitution}[gpiImM\d]*|${transliteration}`;
/** Text and names of files run to the end of the line; a label does in BSD, and takes what follows it in busybox, up to a `;`. */
const toEnd = String.raw`[aic][ \t]*[^\s\\][^\\\n]*|[rR][ \t]*[^\s\\][^\\\n;}]*|#[^\\\n]*|(?::[ \t]*\w+|[btT][ \t]*\w*\}*)(?=[ \t]*(?:[;\n]|$))`;
const command = new RegExp(String.raw`${addresses}(?:\{|(?:${closed})(?=[ \t]*(?:[;}\n]|$))|${toEnd})`, "y");
const dangerous = new RegExp(String.raw`${addresses}(?:(?<called>[wWe])|${substitution}(?<flags>[^\s;}#]*))`, "y");

function describe(script: string, at: number): SedFault {
  const { called, flags = "" } = matchAt(dangerous, script, at)?.groups ?? {};
  const what = called === undefined ? `flags ${flags} of s` : `command ${called}`;
  if (/w/i.test(called ?? flags)) return { does: "writes", what };
  return /e/.test(called ?? flags) ? { does: "runs", what } : { does: "unread", what: script.slice(at, at + 12) };
}

function matchAt(form: RegExp, script: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(script);
}
