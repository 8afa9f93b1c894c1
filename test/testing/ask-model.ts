import type { MockScript } from "../../harness/testing/index.ts";

/** Long enough for every provider's cache. */
export const SYSTEM: string = "The museum keeps a notebook for each ship that came home. ".repeat(400);

export const script: MockScript = { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] };

/** What the parent says, and what its fork says after it. */
export const PARENT: readonly string[] = ["Who sailed?"];
export const FORK: readonly string[] = ["Who sailed?", "Anna did.", "Which notes hold?"];

export const ORIGIN = "https://api.anthropic.com";

/** The body of a request on Anthropic's wire format. */
export function bodyOf(system: string, said: readonly string[]): string {
  const messages = said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const cached = [{ type: "text", text: system, cache_control: { type: "ephemeral" } }];
  return JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system: cached, messages });
}

export const HEADERS = {
  "content-type": "application/json",
  "x-api-key": "any",
  "anthropic-version": "2023-06-01",
} as const;

/** Asks through this fetch, and reads the whole answer. */
export async function ask(
  fetch: typeof globalThis.fetch,
  system: string,
  said: readonly string[],
  origin: string = ORIGIN,
): Promise<string> {
  const response = await fetch(`${origin}/v1/messages`, {
    method: "POST",
    headers: HEADERS,
    body: bodyOf(system, said),
  });
  return response.text();
}
