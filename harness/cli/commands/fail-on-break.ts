import type { Console } from "../../io/console.ts";
import type { JudgedRecording } from "../../kernel/inspection/inspection.ts";
import { gateLine } from "../../report/lines/gate-line.ts";
import { wrapText } from "../../report/tables/wrap-text.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import type { ExitCode, Invocation } from "../command.ts";

/** Option name: shared by the commands that print an inspection. */
export const FAIL_ON_BREAK = "fail-on-break";

/**
 * The exit code of a command that printed an inspection: 0, unless it was asked to fail on breaks and there are some. Requests without
 * bodies may be breaks.
 */
export function failOnBreak(
  { exchanges }: JudgedRecording,
  { options }: Invocation,
  { out, err, outStyle, errStyle }: Console,
  withoutBodies: readonly string[] = [],
): ExitCode {
  if (!options.has(FAIL_ON_BREAK)) return 0;
  const gate = breakGate(exchanges, withoutBodies);
  if (options.has("json")) err(wrapped(gateLine(gate), errStyle.columns));
  else out(wrapped(gateLine(gate), outStyle.columns));
  return gate.passed ? 0 : 1;
}

/** Further lines stand under the text behind `passed` or `failed`. */
function wrapped(line: string, columns: number): string {
  if (line.trimEnd().length <= columns) return line;
  const [word = "", ...rest] = line.trim().split(/\s+/);
  const [first = "", ...others] = wrapText(rest.join(" "), columns - INDENT);
  return [word.padEnd(INDENT) + first, ...others.map((each) => " ".repeat(INDENT) + each), ""].join("\n");
}

const INDENT = 8;
