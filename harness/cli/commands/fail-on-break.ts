import type { Console } from "../../io/console.ts";
import type { JudgedRecording } from "../../kernel/inspection/inspection.ts";
import { gateLine } from "../../report/lines/gate-line.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import type { ExitCode, Invocation } from "../command.ts";

/** Option name: shared by the commands that print an inspection. */
export const FAIL_ON_BREAK = "fail-on-break";

/** The exit code of a command that printed an inspection: 0, unless it was asked to fail on breaks and there are some. */
export function failOnBreak({ exchanges }: JudgedRecording, { options }: Invocation, { out, err }: Console): ExitCode {
  if (!options.has(FAIL_ON_BREAK)) return 0;
  const gate = breakGate(exchanges);
  const print = options.has("json") ? err : out;
  print(gateLine(gate));
  return gate.passed ? 0 : 1;
}
