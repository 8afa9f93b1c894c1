import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";

export type Json = { readonly [name: string]: unknown };

export type WireAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, or the data of each event in order. */
  readonly json: Json;
  readonly events: readonly Json[];
};

/**
 * A mocked provider and a way to ask it, whatever the wire: the key goes where each of them looks for it. Ten seconds lie
 * between requests, since some providers serve what they stored only after a while.
 */
export function askWire(script: unknown = [{ text: "Fine." }]): {
  readonly ask: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<WireAnswer>;
} {
  const clock = createVirtualClock();
  const sending = createMockProvider({ script: parseScript(script), clock }).then(mockFetch);
  return {
    ask: async (
      path,
      body,
      headers = { authorization: "Bearer k", "x-goog-api-key": "k", "x-forkproof-lane": "fork" },
    ) => {
      const bytes = typeof body === "string" ? body : JSON.stringify(body);
      const fetch = await sending;
      const response = await fetch(`https://provider.example${path}`, { method: "POST", headers, body: bytes });
      const text = await response.text();
      clock.advance(10_000);
      return { status: response.status, headers: response.headers, text, json: parse(text), events: eventsOf(text) };
    },
  };
}

function eventsOf(text: string): readonly Json[] {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith("data: ") && line !== "data: [DONE]");
  return lines.map((line) => parse(line.slice("data: ".length)));
}

function parse(text: string): Json {
  return text.startsWith("{") ? (JSON.parse(text) as Json) : {};
}
