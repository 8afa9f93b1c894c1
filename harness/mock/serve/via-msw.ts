import type { RequestHandler } from "msw";
import { answerRequest, readRequest } from "./answer-request.ts";
import type { MockProvider } from "../mock-provider.ts";

/**
 * A mocked provider as msw handlers, for tests of a client with its default base URL. msw is loaded only here. It turns a
 * connection that is cut in the middle into a clean end of the stream (msw 3.0.5): test cuts over loopback.
 */
export async function mswHandlers(
  provider: MockProvider,
  origin: string | ((url: URL) => boolean) = "https://api.anthropic.com",
): Promise<readonly RequestHandler[]> {
  const { http } = await import("msw");
  const asked = typeof origin === "string" ? `${origin}/*` : isAsked(origin);
  return [http.all(asked, async ({ request }) => answerRequest(provider, await readRequest(request)))];
}

function isAsked(serves: (url: URL) => boolean): (call: { readonly request: Request }) => boolean {
  return ({ request }) => serves(new URL(request.url));
}
