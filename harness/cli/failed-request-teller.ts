import type { Console } from "../io/console.ts";
import { environmentVariable } from "../io/process.ts";
import type { FailedRequestListener } from "../kernel/faults/failed-request.ts";
import { renderError } from "../report/render-error.ts";

/** Writes each internal error of a server to stderr, with its stack if debugging is on. */
export function failedRequestTeller({ err, errStyle }: Pick<Console, "err" | "errStyle">): FailedRequestListener {
  return (error, fault) => {
    err(renderError(error, errStyle));
    if (fault instanceof Error && environmentVariable("FORKPROOF_DEBUG") === "1") err(`${fault.stack}\n`);
  };
}
