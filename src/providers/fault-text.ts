import { hideCredentials } from "./hide-credentials.ts";
import type { ProviderError } from "./provider-error.ts";

export type FaultContext = {
  readonly attempts: number;
  /** The client's own credentials: no message may show them, whatever they look like. */
  readonly secrets: readonly string[];
};

/** The error with every credential in its message masked: the client's own, and what looks like another's. */
export function mask<Fault extends ProviderError>(error: Fault, { secrets }: Pick<FaultContext, "secrets">): Fault {
  const known = secrets.filter((secret) => secret !== "");
  const message = known.reduce((text, secret) => text.replaceAll(secret, "***"), error.message);
  return { ...error, message: hideCredentials(message) };
}

/** An SDK says only "Connection error."; the reason (`ECONNREFUSED`) is a cause or two below. */
export function withCause(message: string, fault: unknown): string {
  let cause = fault;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && cause.message !== message ? `${message} ${cause.message}` : message;
}
