import type { ProviderError } from "../provider-error.ts";
import { hideCredentials } from "./hide-credentials.ts";

/** The error with every credential in its message masked: the client's own, and text that looks like a credential. */
export function mask(error: ProviderError, secrets: readonly string[]): ProviderError {
  // A header is sent without the spaces around it, so a provider quotes the key without them.
  const known = secrets.flatMap((secret) => [secret, secret.trim()]).filter((secret) => secret !== "");
  const message = known.reduce((text, secret) => text.replaceAll(secret, "***"), error.message);
  return { ...error, message: hideCredentials(message) };
}

/** Why fetch, or an SDK around it, brought no response. */
export function connectionFault(fault: unknown): ProviderError {
  const message = fault instanceof Error ? fault.message : String(fault);
  const cause = deepestCause(fault);
  // The message of fetch is only "fetch failed". The reason, such as ECONNREFUSED, is one or two causes below.
  const reason = cause instanceof Error && cause !== fault ? `${message}: ${cause.message}` : message;
  return { kind: /timed? ?out/i.test(`${message} ${String(cause)}`) ? "timeout" : "connection", message: reason };
}

/** A host with several addresses has one error for each; the first one explains them. */
function deepestCause(fault: unknown): unknown {
  const next = fault instanceof AggregateError ? fault.errors[0] : fault instanceof Error ? fault.cause : undefined;
  return next instanceof Error ? deepestCause(next) : fault;
}
