import { HarnessError } from "./harness-error.ts";
import { version } from "./version.ts";

/** What is said of one request on which forkproof itself failed: to the client as a 500, to people on stderr. */
export type InternalError = {
  readonly code: `HX${number}`;
  readonly what: string;
  readonly where: string;
  readonly mend: string;
};

/** Told of each such request, at once. */
export type InternalErrorListener = (error: InternalError, fault: unknown) => void;

export function internalErrorOf(
  fault: unknown,
  request: { readonly method: string; readonly path: string },
): InternalError {
  // A query may hold a key.
  const where = `${request.method} ${request.path.split("?")[0] ?? ""}`;
  if (fault instanceof HarnessError) return { code: fault.code, what: fault.message, where, mend: fault.mend };
  return {
    code: "HX999",
    what: `forkproof ${version} itself failed: ${fault instanceof Error ? fault.message : String(fault)}`,
    where,
    mend: "report this with the request; FORKPROOF_DEBUG=1 before the command shows the stack",
  };
}

/** For clients, who know the provider alone. */
export function internalErrorMessage({ code, what, where, mend }: InternalError): string {
  return `${code} ${what} (${where}). This answer is forkproof's, not the provider's: ${mend}.`;
}
