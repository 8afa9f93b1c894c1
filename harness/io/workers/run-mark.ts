import { randomBytes } from "node:crypto";
import { delimiter } from "node:path";

/** The variable by which processes that a subject starts can be found, wherever they went. */
const VARIABLE = "FORKPROOF_RUN";

let mark: string | null = null;

/** Drawn at its first use; null if this process has marked no other. */
export function drawnMark(): string | null {
  return mark;
}

/** The environment with the mark of this run; inside the subject of another run it has that one's as well. */
export function markEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...environment, ...runMark(environment) };
}

/** The variable alone that marks what a process with this environment starts. */
export function runMark(environment: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  mark ??= randomBytes(16).toString("hex");
  const outer = environment[VARIABLE];
  return { [VARIABLE]: outer === undefined ? mark : `${outer}${delimiter}${mark}` };
}

const COMMAND = "FORKPROOF_COMMAND";

/** A mark of its own for what one command starts, and the variable that hands it on. */
export function drawCommandMark(environment: Readonly<Record<string, string | undefined>>): {
  readonly mark: string;
  readonly variable: Readonly<Record<string, string>>;
} {
  const own = randomBytes(16).toString("hex");
  const outer = environment[COMMAND];
  return { mark: own, variable: { [COMMAND]: outer === undefined ? own : `${outer}${delimiter}${own}` } };
}
