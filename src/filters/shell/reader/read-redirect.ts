import type { Redirect } from "./clause.ts";
import { NotUnderstood } from "./not-understood.ts";
import type { ReadStatements } from "./read-expansion.ts";
import { readWord } from "./read-word.ts";
import { skipBlanks } from "./skip-blanks.ts";

const operator = /(?<both>&>>?)|(?<descriptor>\d*)(?<one><<<|<<-?|<>|<&|>&|>>|>\||[<>])/y;

/** Whether a redirection starts at `at`, which must be a token boundary. */
export function isRedirect(source: string, at: number): boolean {
  operator.lastIndex = at;
  return operator.test(source);
}

export function readRedirect(source: string, start: number, readStatements: ReadStatements): Redirect {
  operator.lastIndex = start;
  const match = operator.exec(source);
  const { both, one = "", descriptor = "" } = match?.groups ?? {};
  const written = both ?? one;
  if (written.startsWith("<<")) {
    throw new NotUnderstood(
      "shell.here-document",
      "here-documents and here-strings are not read: name a file instead, or pipe printf into it",
    );
  }
  const behind = start + (match?.[0].length ?? 0);
  if (source.charAt(behind) === "(") {
    throw new NotUnderstood(
      "shell.substitution",
      "process substitution runs a command beside: use a pipe or name a file",
    );
  }
  // A number that is too large for a descriptor is an argument to Bash, so it must not vanish here.
  if (descriptor.length > longestDescriptor) {
    throw new NotUnderstood(
      "shell.redirect",
      `${descriptor} is no descriptor: put a blank behind it if it is an argument`,
    );
  }
  const target = readWord(source, skipBlanks(source, behind), readStatements);
  return { start, descriptor: descriptor === "" ? null : Number(descriptor), operator: written, target };
}

/** Digits of a descriptor. Linux gives a process about a million by default, and Bash reads no number above 2^31 - 1 as one. */
const longestDescriptor = 6;
