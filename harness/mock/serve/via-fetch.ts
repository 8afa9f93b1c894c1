import { answerRequest, readRequest, type FetchedRequest } from "./answer-request.ts";
import type { FaultListener } from "./answer-safely.ts";
import type { MockProvider } from "../mock-provider.ts";

type Fetch = typeof globalThis.fetch;

/**
 * A mocked provider as a `fetch`: for clients that take one, and the fastest transport. It answers for every host. `onFault` gets
 * the provider's own errors, which the client sees as a 500. With `keepsBodies` it keeps the buffers that it is given, so that a body
 * which was read before need not be read again: for clients of ours, which never change one.
 */
export function mockFetch(
  provider: Pick<MockProvider, "answer">,
  onFault: FaultListener = () => {},
  { keepsBodies = false }: { readonly keepsBodies?: boolean } = {},
): Fetch {
  return async (input, init) =>
    answerRequest(
      provider,
      fromInit(input, init, keepsBodies) ?? (await readRequest(new Request(input, init))),
      onFault,
    );
}

/** The usual call, a URL and a finished body, without the streams that a Request would read it through (0.2 ms of 100 KB). */
function fromInit(
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
  keepsBodies: boolean,
): FetchedRequest | null {
  if (init === undefined || input instanceof Request) return null;
  const { body, method = "GET", headers, signal = null } = init;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return null;
  const isKept = keepsBodies && Buffer.isBuffer(body);
  const bytes = isKept ? body : typeof body === "string" ? Buffer.from(body) : Buffer.from(body);
  return { method: method.toUpperCase(), url: String(input), headers: [...new Headers(headers)], body: bytes, signal };
}
