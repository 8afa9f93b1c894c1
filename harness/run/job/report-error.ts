import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ReportedError } from "../../kernel/run-result.ts";

export function reportError({ code, message, where, fix, exit }: HarnessError): ReportedError {
  return { code, what: message, where, fix, exit };
}
