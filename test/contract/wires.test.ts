import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { chatClient } from "./clients/chat-client.ts";
import { converseClient } from "./clients/converse-client.ts";
import { geminiClient } from "./clients/gemini-client.ts";
import { messagesClient } from "./clients/messages-client.ts";
import { responsesClient } from "./clients/responses-client.ts";
import type { Said, Turn } from "./clients/wire-client.ts";

const clients = [messagesClient, chatClient, responsesClient, geminiClient, converseClient];

/** One script, every wire, a real client of each over real connections. */
describe.each(clients)("the mocked provider on $name", (client) => {
  let close: () => unknown = () => undefined;
  afterEach(() => close());

  async function serve(
    script: unknown,
    siblings?: number,
  ): Promise<{ ask: (turn: Turn) => Promise<Said>; provider: MockProvider; clock: VirtualClock }> {
    const clock = createVirtualClock();
    const provider = await createMockProvider({ script: parseScript(script), clock, ...(siblings && { siblings }) });
    const server = await serveLoopback(provider);
    close = server.close;
    return { ask: (turn) => client.ask(server.baseUrl, turn), provider, clock };
  }

  const question = { user: "How many are left?" };

  describe.each([{ streams: true }, { streams: false }])("with streams: $streams", ({ streams }) => {
    test("returns text, thinking and parallel calls as scripted, with IDs of lane and step", async () => {
      const call = { Read: { path: "a.md" }, Bash: { command: "ls 🛒" } };
      const { ask, provider } = await serve({ parent: [{ thinking: "Two files.", text: "Let me look 🛒.", call }] });
      const said = await ask({ messages: [question], streams });
      expect([said.text, said.stop]).toEqual(["Let me look 🛒.", "calls"]);
      expect(said.thinking).toBe(client.showsThinking ? "Two files." : "");
      expect(said.calls.map(({ name, input }) => [name, input])).toEqual(Object.entries(call));
      expect(said.calls.map(({ id }) => id?.replace(/^[a-z]+_/, ""))).toEqual(["parent_1_2", "parent_1_3"]);
      expect(provider.finish()).toEqual([]);
    });

    test("lets a fork read what its parent's request stored, and finds a request's lane by the calls that it answers", async () => {
      const { ask, provider } = await serve({
        parent: [{ call: { Read: { path: "a" } } }],
        fork: [{ call: { Bash: { command: "ls" } } }, { text: "Done." }],
      });
      const first = await ask({ messages: [question], streams });
      const inherited = [question, { said: first }, { calls: first.calls, results: ["you are a fork"] }];
      const fork = await ask({ messages: inherited, streams });
      const done = await ask({
        messages: [...inherited, { said: fork }, { calls: fork.calls, results: ["a b"] }],
        streams,
      });
      expect(provider.served().map(({ lane }) => lane)).toEqual(["parent", "fork", "fork"]);
      expect([first.usage.read ?? 0, done.text, done.stop]).toEqual([0, "Done.", "end"]);
      // The head is nearly all of it.
      expect((fork.usage.read ?? 0) / (fork.usage.total ?? 0)).toBeGreaterThan(client.leastRatio);
      expect(done.usage.read).toBeGreaterThanOrEqual(fork.usage.read ?? Infinity);
      const predicted = provider.served().map(({ prediction }) => prediction?.usage);
      expect(predicted.map((usage) => [usage?.total, usage?.read])).toEqual(
        [first, fork, done].map(({ usage }) => [usage.total, usage.read ?? 0]),
      );
      expect(provider.finish()).toEqual([]);
    });

    test("finds the lane of a fork that lost its prefix by the call that it answers", async () => {
      const { ask, provider } = await serve({
        parent: [{ text: "Three." }],
        fork: [{ call: { Bash: { command: "ls" } } }, { text: "Done." }],
        "fork[2]": [{ text: "Another." }],
      });
      await ask({ messages: [question], streams });
      const fork = await ask({ messages: [question], streams, head: "Now: 10:00" });
      const answered = [question, { said: fork }, { calls: fork.calls, results: ["a b"] }];
      expect((await ask({ messages: answered, streams, head: "Now: 10:01" })).text).toBe("Done.");
      expect(provider.served().map(({ lane }) => lane)).toEqual(["parent", "fork", "fork"]);
    });

    test("returns a stop at the token limit and a refusal", async () => {
      const { ask } = await serve([{ length: "And then" }, { refusal: "I would rather not." }]);
      const cut = await ask({ messages: [question], streams, lane: "fork" });
      expect([cut.text, cut.stop]).toEqual(["And then", "length"]);
      expect((await ask({ messages: [question], streams, lane: "fork" })).stop).toBe("refusal");
    });

    test.each([401, 429, 500, 529])("returns status %i with the provider's words", async (status) => {
      const { ask, provider } = await serve([{ error: { status, retryAfter: "7s" } }, { text: "Here now." }]);
      const fault = await ask({ messages: [question], streams }).catch((thrown: unknown) => thrown);
      expect(client.statusOf(fault)).toBe(status);
      expect(String(fault)).toMatch(client.words[status] ?? /never/);
      const [refused] = provider.served();
      expect([refused?.prediction, refused?.exchange.response?.status]).toEqual([null, status]);
      const retried = await ask({ messages: [question], streams });
      expect([retried.text, retried.usage.read ?? 0]).toEqual(["Here now.", 0]);
    });

    test("refuses a call without its result in the provider's words, and stores nothing", async () => {
      const { ask, provider } = await serve({ parent: [{ call: { Read: { path: "a" } } }], fork: [{ text: "Fine." }] });
      const first = await ask({ messages: [question], streams });
      const dangling = ask({ messages: [question, { said: first }, { user: "Go on." }], streams });
      await expect(dangling).rejects.toThrow(client.dangling);
      expect(client.statusOf(await dangling.catch((fault: unknown) => fault))).toBe(400);
      expect(provider.served().at(-1)).toMatchObject({ lane: null, prediction: null });
    });
  });

  test("reports the same usage streamed and not, and lets stored entries expire", async () => {
    const { ask, clock } = await serve({ fork: [{ text: "Done." }] }, 4);
    const messages = [question];
    const cold = await ask({ messages, streams: true, lane: "fork" });
    const warm = [
      await ask({ messages, streams: true, lane: "fork[2]" }),
      await ask({ messages, streams: false, lane: "fork[3]" }),
    ];
    expect(cold.usage.read ?? 0).toBe(0);
    expect(warm[0]!.usage).toEqual(warm[1]!.usage);
    expect(warm[0]!.usage.read).toBeGreaterThan(0);
    clock.advance(48 * 3_600_000);
    expect((await ask({ messages, streams: false, lane: "fork[4]" })).usage.read ?? 0).toBe(0);
  });

  test("reports a stream that is cut as an error", async () => {
    const { ask, provider } = await serve([{ text: "Never whole. ".repeat(20), cut: { afterEvents: 4 } }]);
    await expect(ask({ messages: [question], streams: true })).rejects.toThrow(/./);
    expect(provider.served()[0]?.outcome).toBe("cut");
  });

  test("holds a stalled stream until the client disconnects", async () => {
    const { ask, provider } = await serve([
      { text: "Never whole. ".repeat(20), wait: { gate: "never", afterEvents: 3 } },
    ]);
    const client = new AbortController();
    const ended = ask({ messages: [question], streams: true, signal: client.signal, onFirst: () => client.abort() });
    await expect(ended).rejects.toThrow(/./);
    await expect.poll(() => provider.served()[0]?.outcome).toBe("aborted");
  });
});
