import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { AnthropicClient } from "../../../src/providers/anthropic/anthropic-client.ts";
import { streamedAnswer } from "../support/answers.ts";
import { capture } from "../support/parents.ts";
import { runFork } from "../support/run-fork.ts";
import { ScriptedProvider, streamReply } from "../support/scripted-provider.ts";

test("a thousand forks leave no timer, no listener and no connection of their own", async () => {
  const turn = streamReply(streamedAnswer({ blocks: [{ call: "Read", id: "t1", input: "{}" }] }));
  const last = streamReply(streamedAnswer({ blocks: [{ text: "Done." }] }));
  const forks = 1000;
  await using provider = await ScriptedProvider.start(Array.from({ length: forks }, () => [turn, last]).flat());
  const llm = new AnthropicClient({ apiKey: "sk-test", baseUrl: provider.baseUrl });
  const { signal } = new AbortController();
  const parent = capture();
  const before = resources();
  for (let fork = 0; fork < forks; fork += 1) {
    const { stop } = await runFork({ llm, parent, signal, timeoutMs: 600_000 });
    expect(stop).toEqual({ cause: "completed" });
  }
  expect(provider.requests).toHaveLength(2 * forks);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  // What the runtime lets go of by itself it lets go of in its own time: asked until that has passed.
  await expect.poll(() => resources().timers - before.timers).toBeLessThanOrEqual(2);
  // Turns reuse one connection: both its ends are in this process.
  await expect.poll(() => resources().sockets - before.sockets).toBeLessThanOrEqual(4);
});

function resources(): { readonly timers: number; readonly sockets: number } {
  const active = process.getActiveResourcesInfo();
  const count = (kind: string): number => active.filter((name) => name === kind).length;
  return { timers: count("Timeout"), sockets: count("TCPSocketWrap") };
}
