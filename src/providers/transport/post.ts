import type { ProviderError } from "../provider-error.ts";
import type { OpenResult, RequestAttempt } from "./exchange.ts";
import { connectionFault } from "./fault-text.ts";
import { type HeaderPairs, requestHeaders } from "./request-headers.ts";
import { readRefusal } from "./refusal.ts";
import { sendBody } from "./send-body.ts";
import { retryPauseMs, systemWait, type Wait } from "./retry-pause.ts";

export type PostOptions = {
  /** Retries of requests that found no connection, 408, 409, 429 or 5xx. Default: 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Waits before a retry. Default: the machine's clock. */
  readonly wait?: Wait | undefined;
};

/** Posts the bytes of a body unchanged. Retries as the official SDKs do: the same failures, the same pauses. */
export async function post(
  url: URL,
  pairs: HeaderPairs,
  { body, signal, countAttempt }: RequestAttempt,
  { maxRetries = 2, fetch: send, wait = systemWait }: PostOptions,
): Promise<OpenResult> {
  const headers = requestHeaders(pairs);
  if (!(headers instanceof Headers)) return { kind: "failed", error: headers };
  for (let retries = 0; ; retries += 1) {
    countAttempt();
    const attempt = await settle(async () =>
      sendBody(body, { headers, mayStream: send === undefined }, async (sent) =>
        (send ?? fetch)(url.href, { method: "POST", signal, ...sent }),
      ),
    );
    if (attempt.kind === "response" && attempt.response.ok) return attempt;
    if (signal.aborted || retries >= maxRetries || !isTransient(attempt)) {
      return { kind: "failed", error: await errorOf(attempt) };
    }
    const response = attempt.kind === "response" ? attempt.response : null;
    // If this fails, the connection is already closed.
    await response?.body?.cancel().catch(() => undefined);
    await wait(retryPauseMs(retries, response?.headers ?? null), signal);
  }
}

type Attempt =
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "no-response"; readonly fault: unknown };

async function settle(send: () => Promise<Response>): Promise<Attempt> {
  try {
    return { kind: "response", response: await send() };
  } catch (fault) {
    return { kind: "no-response", fault };
  }
}

function isTransient(attempt: Attempt): boolean {
  if (attempt.kind === "no-response") return true;
  const { status, headers } = attempt.response;
  const advice = headers.get("x-should-retry");
  if (advice === "true" || advice === "false") return advice === "true";
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

async function errorOf(attempt: Attempt): Promise<ProviderError> {
  return attempt.kind === "response" ? readRefusal(attempt.response) : connectionFault(attempt.fault);
}
