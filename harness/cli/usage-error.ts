import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestWord } from "../kernel/text/nearest-word.ts";

/**
 * - HX501 unknown command
 * - HX502 unknown option
 * - HX503 an option's value is missing or of the wrong kind
 * - HX504 an argument is missing or too many
 * - HX505 arguments that contradict each other
 * - HX506 unknown finding code
 * - HX507 a batch file without a pair, or with a line that names no pair
 * - HX509 a command that cannot be started
 * - HX510 a recording in continuous integration
 * - HX518 a line that is not a tool call
 * - HX520 a model without rules of its own, if these are required
 * - HX523 a report or cassette that another process is writing
 * - HX524 a report path that names a file which is not a report
 * - HX529 every file that would be written exists
 * - HX535 two recordings that share no conversation
 */
export type UsageCode =
  | "HX501"
  | "HX502"
  | "HX503"
  | "HX504"
  | "HX505"
  | "HX506"
  | "HX507"
  | "HX509"
  | "HX510"
  | "HX518"
  | "HX520"
  | "HX523"
  | "HX524"
  | "HX529"
  | "HX535";

/** A command line that cannot be understood. */
export function usageError(code: UsageCode, what: string, fix: string, where: string | null = null): HarnessError {
  return new HarnessError({ code, what, where, fix, exit: 2 });
}

/** A word that is not one of `candidates`. Offers the nearest one, or `otherwise` if no candidate is near. */
export function unknownWord(
  code: UsageCode,
  what: string,
  word: string,
  candidates: readonly string[],
  otherwise: string,
): HarnessError {
  const nearest = nearestWord(word, candidates);
  return usageError(code, `unknown ${what} "${word}"`, nearest === null ? otherwise : `did you mean "${nearest}"?`);
}
