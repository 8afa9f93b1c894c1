import { answerRequest } from "./answer-request.ts";
import type { MockProvider } from "./mock-provider.ts";

/** A mocked provider as a `fetch`: for clients that take one, and the fastest transport. It answers for every host. */
export function mockFetch(provider: MockProvider): typeof globalThis.fetch {
  return (input, init) => answerRequest(provider, new Request(input, init));
}
