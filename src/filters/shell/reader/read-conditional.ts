import type { Conditional } from "./clause.ts";
import { NotUnderstood } from "./not-understood.ts";
import type { ReadStatements } from "./read-expansion.ts";
import { readWord } from "./read-word.ts";
import type { Word } from "./word.ts";

/** Reads `[[ … ]]` from `start`; the offset behind `]]` comes with it. */
export function readConditional(
  source: string,
  start: number,
  readStatements: ReadStatements,
): { readonly clause: Conditional; readonly end: number } {
  const words: Word[] = [];
  let at = start + 2;
  for (;;) {
    at = skipSpace(source, at);
    if (at >= source.length) throw new NotUnderstood("shell.syntax", "'[[' is never closed");
    const sign = matchAt(source, at);
    if (sign !== null) {
      words.push({ start: at, end: at + sign.length, raw: sign, text: sign, lead: sign, single: true, parts: [] });
      at += sign.length;
      continue;
    }
    const word = readWord(source, at, readStatements);
    at = word.end;
    if (word.raw === "]]") return { clause: { is: "conditional", start, words }, end: at };
    words.push(word);
  }
}

function skipSpace(source: string, at: number): number {
  let next = at;
  while (next < source.length && " \t\n".includes(source.charAt(next))) next += 1;
  return next;
}

const signs = /&&|\|\||[()<>]/y;

function matchAt(source: string, at: number): string | null {
  signs.lastIndex = at;
  return signs.exec(source)?.[0] ?? null;
}
