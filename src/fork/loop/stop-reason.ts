import type { ForkError, ForkStop } from "../fork-result.ts";

/** Details of the end of a run beyond its cause; null without details. */
export function stopReason(stop: ForkStop): string | null {
  switch (stop.cause) {
    case "completed":
    case "max_turns":
    case "length":
    case "refusal":
      return null;
    case "aborted":
    case "lost":
      return stop.reason;
    case "timeout":
      return `after ${stop.timeoutMs} ms`;
    case "error":
      return stop.error.kind === "provider"
        ? `${stop.error.error.kind}: ${stop.error.error.message}`
        : errorText(stop.error);
  }
}

/** An error in words. A provider's error keeps the provider's own text, with credentials masked. */
export function errorText(error: ForkError): string {
  switch (error.kind) {
    case "provider":
      return error.error.message;
    case "remote":
    case "defect":
      return error.message;
    case "unanswerable-call":
      return `the model made a ${error.call}, which needs an output other than text: a fork cannot answer it`;
    case "unknown-stop-reason":
      return `the provider stopped for an unknown reason: ${error.stopReason ?? "(missing)"}`;
  }
}
