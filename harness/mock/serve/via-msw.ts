import type { RequestHandler } from "msw";
import { answerRequest, readRequest } from "./answer-request.ts";
import type { MockProvider } from "../mock-provider.ts";

/**
 * A mocked provider as msw handlers, for tests of a client with its default base URL. msw is loaded only here. It turns a
 * connection that is cut in the middle into a clean end of the stream (msw 3.0.5): test cuts over loopback.
 */
export async function mswHandlers(
  provider: MockProvider,
  origin: string = "https://api.anthropic.com",
): Promise<readonly RequestHandler[]> {
  const { http } = await import("msw");
  return [http.all(`${origin}/*`, async ({ request }) => answerRequest(provider, await readRequest(request)))];
}
