import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";

const HEAD = "You look after a small shop in the harbour. ".repeat(700);

/** F24 of harness/cache-model/VECTORS.md#how-forks-lost-their-cache: DashScope's entry exists once the answer is whole, Anthropic's from its first byte on. */
test.each<readonly [path: string, model: string, early: boolean]>([
  ["/compatible-mode/v1/chat/completions", "qwen3-coder-plus", false],
  ["/v1/messages", "claude-sonnet-4-6", true],
])("F24 on %s of %s, a held response's entry is readable: %s", async (path, model, early) => {
  const script = parseScript({
    fork: [{ text: "Slowly.", wait: { gate: "half", afterEvents: 2 } }],
    "fork[2]": [{ text: "Meanwhile.", wait: { gate: "other", afterEvents: 2 } }],
    "fork[3]": [{ text: "After." }],
  });
  const provider = await createMockProvider({ script, clock: createVirtualClock() });
  const system = [{ type: "text", text: HEAD, cache_control: { type: "ephemeral" } }];
  const messages = [{ role: "user", content: "Hello." }];
  const chat = { model, messages: [{ role: "system", content: system }, ...messages] };
  const body = path === "/v1/messages" ? { model, max_tokens: 9, system, messages } : chat;
  const ask = async (lane: string): Promise<void> => {
    const headers = { authorization: "Bearer k", "anthropic-version": "2023-06-01", "x-forkproof-lane": lane };
    const kept = Object.entries(headers).filter(([name]) => path === "/v1/messages" || name !== "anthropic-version");
    const init = { method: "POST", headers: Object.fromEntries(kept), body: JSON.stringify({ ...body, stream: true }) };
    await (await mockFetch(provider)(`https://provider.example${path}`, init)).text();
  };
  const slow = ask("fork");
  await provider.gates.held("half", 1);
  const other = ask("fork[2]");
  await provider.gates.held("other", 1);
  provider.gates.open("half");
  await slow;
  await ask("fork[3]");
  provider.gates.open("other");
  await other;
  const reads = provider.served().map(({ prediction }) => (prediction?.usage.read ?? 0) > 0);
  expect(reads).toEqual([false, early, true]);
});
