import type { ProviderError } from "./provider-error.ts";

export type FaultContext = {
  readonly attempts: number;
  /** Credentials that no message may show. */
  readonly secrets: readonly string[];
};

/** The error with every credential in its message masked. */
export function mask<Fault extends ProviderError>(error: Fault, { secrets }: FaultContext): Fault {
  return { ...error, message: secrets.reduce((text, secret) => text.replaceAll(secret, "***"), error.message) };
}

/** An SDK says only "Connection error."; the reason (`ECONNREFUSED`) is a cause or two below. */
export function withCause(message: string, fault: unknown): string {
  let cause = fault;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && cause.message !== message ? `${message} ${cause.message}` : message;
}
