import { HarnessError } from "./harness-error.ts";
import { internalError } from "./internal-error.ts";

/** One request on which forkproof itself failed: to the client a 500, to people a line on stderr. */
export type FailedRequest = {
  readonly code: `HX${number}`;
  readonly what: string;
  readonly where: string;
  readonly fix: string;
};

/** As much of a request as its failure says. */
export type AskedRequest = { readonly method: string; readonly path: string };

/** Called for each such request, at once. */
export type FailedRequestListener = (failed: FailedRequest, fault: unknown) => void;

export function failedRequest(fault: unknown, request: AskedRequest): FailedRequest {
  // A query may hold a key.
  const where = `${request.method} ${request.path.split("?")[0] ?? ""}`;
  if (fault instanceof HarnessError) return { code: fault.code, what: fault.message, where, fix: fault.fix };
  const fix = "report this with the request; FORKPROOF_DEBUG=1 before the command shows the stack";
  return { code: "HX999", what: internalError(fault, null).what, where, fix };
}

/** For clients, who know the provider alone. */
export function failedRequestMessage({ code, what, where, fix }: FailedRequest): string {
  return `${code} ${what} (${where}). This answer is forkproof's, not the provider's: ${fix}.`;
}
