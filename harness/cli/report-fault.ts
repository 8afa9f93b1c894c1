import type { Console } from "../io/console.ts";
import { environmentVariable } from "../io/process.ts";
import { firstFault } from "../kernel/faults/first-fault.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { renderError } from "../report/render-error.ts";
import { renderJsonLine } from "../report/render-json.ts";
import type { ExitCode } from "./command.ts";
import { errorDocument } from "./error-document.ts";

/**
 * Reports what stopped a command: on stderr for people, with `--json` as a document on stdout too, on one line so that it is
 * also a line of JSON Lines. A fault that is ours shows its stack only to who asks for it.
 */
export function reportFault(thrown: unknown, asJson: boolean, { out, err, errStyle }: Console): ExitCode {
  const document = errorDocument(thrown);
  err(renderError(document, errStyle));
  if (asJson) out(renderJsonLine(document));
  const first = firstFault(thrown);
  if (first instanceof HarnessError) return first.exit;
  err(stackOf(thrown));
  return 3;
}

/** The stack of an internal error if the user asks for it; else empty. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error && environmentVariable("FORKPROOF_DEBUG") === "1" ? `${thrown.stack}\n` : "";
}
