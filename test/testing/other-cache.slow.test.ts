import { expect, test } from "vitest";
import { mockProvider, type MockScript, recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { failureOf } from "./failure-of.ts";

expect.extend({ ...matchers });

const TEXT = "The museum keeps a notebook for each ship that came home. ".repeat(400);
const script: MockScript = { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] };
const SAID = ["Who sailed?", "Anna did.", "Which notes hold?"];

const WIRES = {
  anthropic: {
    url: "https://api.anthropic.com/v1/messages",
    bodyOf: (said: readonly string[]) => ({
      model: "claude-sonnet-4-5",
      max_tokens: 64,
      system: [{ type: "text", text: TEXT, cache_control: { type: "ephemeral" } }],
      messages: said.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content })),
    }),
  },
  chat: {
    url: "https://api.openai.com/v1/chat/completions",
    bodyOf: (said: readonly string[]) => ({
      model: "gpt-5",
      messages: [TEXT, ...said].map((content, at) => ({ role: ["assistant", "user"][at % 2], content })),
    }),
  },
  gemini: {
    url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent",
    bodyOf: (said: readonly string[]) => ({
      systemInstruction: { parts: [{ text: TEXT }] },
      contents: said.map((text, at) => ({ role: at % 2 === 0 ? "user" : "model", parts: [{ text }] })),
    }),
  },
} as const;

/** What a fork does so that its request reaches a cache without its parent's entry. */
const WAYS = {
  same: { key: "any", headers: {}, apart: false },
  key: { key: "any@other", headers: {}, apart: false },
  workspace: { key: "any", headers: { "x-forkproof-workspace": "-" }, apart: false },
  mock: { key: "any", headers: {}, apart: true },
} as const;

async function forked(wire: keyof typeof WIRES, way: keyof typeof WAYS): Promise<Tape> {
  await using mock = await mockProvider({ script });
  await using other = await mockProvider({ script });
  const { url, bodyOf } = WIRES[wire];
  const { key, headers, apart } = WAYS[way];
  let sent = 0;
  const tape = recordExchanges({ fetch: (...args) => ((sent += 1) === 2 && apart ? other : mock).fetch(...args) });
  const send = async (said: readonly string[], own: string, more: object): Promise<void> => {
    const keys = { "x-api-key": own, authorization: `Bearer ${own}`, "x-goog-api-key": own };
    const sentHeaders = { "content-type": "application/json", "anthropic-version": "2023-06-01", ...keys, ...more };
    await (await tape.fetch(url, { method: "POST", headers: sentHeaders, body: JSON.stringify(bodyOf(said)) })).text();
  };
  await send(SAID.slice(0, 1), "any", {});
  await send(SAID, key, headers);
  return tape;
}

test("a fork that asks another cache of mocked providers fails every matcher, on every wire format", async () => {
  for (const wire of ["anthropic", "chat", "gemini"] as const) {
    for (const way of ["same", "key", "workspace", "mock"] as const) {
      const { exchanges } = await forked(wire, way);
      const asserts = [
        () => expect(exchanges).toHaveNoCacheBreaks(),
        () => expect(exchanges[1]).toShareForkPrefix(exchanges[0]),
      ];
      const named = asserts.map((assert) => failureOf(assert).includes("CB603"));
      expect(named, `${wire} ${way}`).toEqual(asserts.map(() => way !== "same"));
      if (way === "same") expect(asserts.map(failureOf)).toEqual(["", ""]);
    }
  }
});
