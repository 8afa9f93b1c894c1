import type { Console } from "../io/console.ts";
import { environmentVariable } from "../io/process.ts";
import type { FailedRequestListener } from "../kernel/faults/failed-request.ts";
import { renderError } from "../report/render-error.ts";
import { maskStrings } from "../run/mask-secrets.ts";

/** Writes each internal error of a server to stderr, with its stack if debugging is on. */
export function failedRequestTeller({ err, errStyle }: Pick<Console, "err" | "errStyle">): FailedRequestListener {
  return (error, fault) => {
    // Paths hold tokens, too.
    err(renderError(maskStrings(error), errStyle));
    if (fault instanceof Error && environmentVariable("FORKPROOF_DEBUG") === "1") err(`${fault.stack}\n`);
  };
}
