import Anthropic from "@anthropic-ai/sdk";
import { setupServer } from "msw/node";
import type { MockProvider } from "../../harness/mock/mock-provider.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { mswHandlers } from "../../harness/mock/serve/via-msw.ts";

export type Transport = {
  readonly name: string;
  /** What the transport cannot show, and why. */
  readonly hidesCuts: string;
  readonly open: (provider: MockProvider) => Promise<{ readonly client: Anthropic; readonly close: () => unknown }>;
};

const options = { apiKey: "a key", maxRetries: 0 };

/** Every way to serve the mocked provider, each with the official SDK as its client. */
export const transports: readonly Transport[] = [
  {
    name: "loopback",
    hidesCuts: "",
    open: async (provider) => {
      const server = await serveLoopback(provider);
      return { client: new Anthropic({ ...options, baseURL: server.baseUrl }), close: server.close };
    },
  },
  {
    name: "fetch",
    hidesCuts: "",
    open: async (provider) => ({
      client: new Anthropic({ ...options, fetch: mockFetch(provider) }),
      close: () => undefined,
    }),
  },
  {
    name: "msw",
    hidesCuts: " (known difference: msw 3.0.5 turns a stream that errors into one that ends)",
    open: async (provider) => {
      const server = setupServer(...(await mswHandlers(provider)));
      server.listen({ onUnhandledFrame: "error" });
      return {
        client: new Anthropic({ ...options, baseURL: "https://api.anthropic.com" }),
        close: () => server.close(),
      };
    },
  },
];
