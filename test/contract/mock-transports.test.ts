import Anthropic from "@anthropic-ai/sdk";
import { afterEach, describe, expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider, type MockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { forkBody, parentBody } from "../mock/anthropic-body.ts";
import { transports } from "./transports.ts";

describe.each(transports)("the mocked provider over $name", ({ open, hidesCuts }) => {
  let close: () => unknown = () => undefined;
  afterEach(() => close());

  async function serve(
    script: unknown,
    siblings?: number,
  ): Promise<{ client: Anthropic; provider: MockProvider; clock: VirtualClock }> {
    const clock = createVirtualClock();
    const provider = await createMockProvider({ script: parseScript(script), clock, ...(siblings && { siblings }) });
    const opened = await open(provider);
    close = opened.close;
    return { client: opened.client, provider, clock };
  }

  test("answers a request that is not streamed", async () => {
    const { client } = await serve([{ text: "Three." }]);
    expect(await client.messages.create(parentBody)).toEqual({
      model: "claude-sonnet-4-6",
      id: "msg_fork_1",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Three." }],
      stop_reason: "end_turn",
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: 3,
        cache_creation_input_tokens: expect.any(Number),
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: expect.any(Number), ephemeral_1h_input_tokens: 0 },
        service_tier: "standard",
        inference_geo: "global",
        output_tokens: 1,
      },
    });
  });

  test("streams text, thinking and several calls in the provider's shape", async () => {
    const step = {
      thinking: "Two files.",
      text: "Let me look 🛒.",
      call: { Read: { path: "a" }, Bash: { command: "ls" } },
    };
    const { client, provider } = await serve([step]);
    const stream = client.messages.stream(parentBody);
    const types: string[] = [];
    stream.on("streamEvent", ({ type }) => types.push(type));
    const message = await stream.finalMessage();
    expect(message.content).toEqual([
      { type: "thinking", thinking: "Two files.", signature: expect.stringMatching(/./) },
      { type: "text", text: "Let me look 🛒." },
      { type: "tool_use", id: "toolu_fork_1_2", name: "Read", input: { path: "a" }, caller: { type: "direct" } },
      { type: "tool_use", id: "toolu_fork_1_3", name: "Bash", input: { command: "ls" }, caller: { type: "direct" } },
    ]);
    expect(message.stop_reason).toBe("tool_use");
    expect([types[0], types.at(-2), types.at(-1)]).toEqual(["message_start", "message_delta", "message_stop"]);
    const sent = provider.served()[0]?.exchange.response?.body.toString() ?? "";
    expect(sent.match(/^event: ping$/gm)).toHaveLength(1);
  });

  test("computes the same usage streamed and not: written once, then read", async () => {
    const { client, provider } = await serve({ parent: [{ text: "Three." }], fork: [{ text: "Done." }] });
    const parent = await client.messages.create(parentBody);
    const fork = await client.messages.stream(forkBody("Order more.")).finalMessage();
    expect(parent.usage).toMatchObject({ cache_read_input_tokens: 0 });
    expect(fork.usage.cache_read_input_tokens).toBe(parent.usage.cache_creation_input_tokens);
    const predicted = provider.served().map(({ lane, prediction }) => [lane, prediction?.usage.read]);
    expect(predicted).toEqual([
      ["parent", 0],
      ["fork", fork.usage.cache_read_input_tokens],
    ]);
    expect(provider.finish()).toEqual([]);
  });

  test("reads nothing once the entry has expired", async () => {
    const { client, clock } = await serve({ parent: [{ text: "Three." }], fork: [{ text: "Done." }] });
    await client.messages.create(parentBody);
    clock.advance(5 * 60_000);
    expect((await client.messages.create(forkBody("Order more."))).usage.cache_read_input_tokens).toBe(0);
  });

  test("answers an overload in the provider's words, and counts the retry as the next step", async () => {
    const { client, provider } = await serve([{ error: { status: 529, retryAfter: 2 } }, { text: "Here now." }]);
    const refused = await client.messages.create(parentBody).catch((fault: unknown) => fault);
    expect(refused).toBeInstanceOf(Anthropic.APIError);
    expect(refused).toMatchObject({
      status: 529,
      error: { error: { type: "overloaded_error", message: "Overloaded" } },
    });
    expect(refused instanceof Anthropic.APIError && refused.headers?.get("retry-after")).toBe("2");
    expect((await client.messages.create(parentBody)).usage.cache_read_input_tokens).toBe(0);
    expect(provider.finish()).toEqual([]);
  });

  test("refuses a request in the provider's words and leaves the cache unchanged", async () => {
    const { client, provider } = await serve([{ text: "Three." }]);
    const call = { type: "tool_use", id: "toolu_x", name: "Read", input: {} } as const;
    const dangling = client.messages.create({
      ...parentBody,
      messages: [...parentBody.messages, { role: "assistant", content: [call] }, { role: "user", content: "Go on." }],
    });
    await expect(dangling).rejects.toThrow(
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_x. Each `tool_use` " +
        "block must have a corresponding `tool_result` block in the next message.",
    );
    await expect(dangling).rejects.toBeInstanceOf(Anthropic.BadRequestError);
    expect((await client.messages.create(parentBody)).usage.cache_read_input_tokens).toBe(0);
    expect(provider.served().map(({ prediction }) => prediction !== null)).toEqual([false, true]);
  });

  test("answers with a refusal and with a stop at the token limit", async () => {
    const { client } = await serve([{ refusal: true }, { length: "And then" }]);
    const refusal = await client.messages.stream(parentBody).finalMessage();
    expect(refusal).toMatchObject({ content: [], stop_reason: "refusal", stop_details: { type: "refusal" } });
    const cut = await client.messages.create(forkBody("x"), { headers: { "x-forkproof-lane": "fork" } });
    expect(cut).toMatchObject({ content: [{ type: "text", text: "And then" }], stop_reason: "max_tokens" });
  });

  test("counts tokens as the sum that a request then reports", async () => {
    const { client, provider } = await serve([{ text: "Three." }]);
    const { max_tokens: _, ...prompt } = parentBody;
    const counted = await client.messages.countTokens(prompt);
    const { usage } = await client.messages.create(parentBody);
    expect(counted.input_tokens).toBe(usage.input_tokens + (usage.cache_creation_input_tokens ?? 0));
    expect(provider.finish()).toEqual([]);
  });

  test("charges all siblings that are held together, and lets the next one read", async () => {
    const { client, provider } = await serve({ fork: [{ wait: "start", text: "Done." }] }, 3);
    const { gates } = provider;
    const together = [client.messages.create(parentBody), client.messages.stream(parentBody).finalMessage()];
    await gates.held("start", 2);
    gates.open("start");
    const messages = [...(await Promise.all(together)), await client.messages.create(parentBody)];
    const written = messages[0]!.usage.cache_creation_input_tokens;
    expect(messages.map(({ usage }) => [usage.cache_creation_input_tokens, usage.cache_read_input_tokens])).toEqual([
      [written, 0],
      [written, 0],
      [0, written],
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(provider.finish()).toEqual([]);
  });

  test("notices a client that disconnects in the middle of a stream", async () => {
    const { client, provider } = await serve([{ text: "Never whole.", wait: { gate: "half", afterEvents: 2 } }]);
    const stream = client.messages.stream(parentBody);
    const ended = stream.done().catch((fault: unknown) => fault);
    await stream.emitted("streamEvent");
    await provider.gates.held("half", 1);
    stream.abort();
    expect(await ended).toBeInstanceOf(Anthropic.APIUserAbortError);
    await expect.poll(() => provider.served()[0]?.outcome).toBe("aborted");
  });

  // Where a transport cannot show a cut, the test is known to fail: it turns red on the day that it can.
  test(`reports a stream that is cut as an error${hidesCuts}`, { fails: hidesCuts !== "" }, async () => {
    const { client, provider } = await serve([{ text: "Never whole.", cut: { afterEvents: 5 } }]);
    const stream = client.messages.stream(parentBody);
    const seen: string[] = [];
    stream.on("streamEvent", ({ type }) => seen.push(type));
    await expect(stream.finalMessage()).rejects.toThrow(/terminated|socket|closed|Connection/i);
    expect(seen).toEqual(["message_start", "content_block_start", "content_block_delta", "content_block_stop"]);
    expect(provider.served()[0]?.outcome).toBe("cut");
  });

  test("keeps the bytes of each request, in order, with virtual times", async () => {
    const { client, provider, clock } = await serve([{ text: "One." }, { text: "Two." }]);
    const bytes =
      '{"max_tokens":1.0, "model":"claude-sonnet-4-6",\n "messages":[{"role":"user","content":"caf\\u00e9"}]}';
    const post = (): Promise<unknown> =>
      client.post("/v1/messages", {
        body: Buffer.from(bytes),
        headers: { "content-type": "application/json", "x-forkproof-lane": "fork" },
      });
    await post();
    clock.advance(30_000);
    await post();
    const served = provider.served().map(({ exchange }) => exchange);
    expect(served.map(({ request }) => request.toString())).toEqual([bytes, bytes]);
    expect(served.map(({ id, startedAtMs, firstByteMs }) => [id, startedAtMs, firstByteMs])).toEqual([
      ["1", 0, 1],
      ["2", 30_001, 1],
    ]);
    expect(JSON.stringify(served.map(({ headers }) => headers))).not.toContain("a key");
  });

  test("refuses a request without a scripted answer, and fails the run on it or on a step that was never requested", async () => {
    const { client, provider } = await serve({
      parent: [{ text: "Three." }],
      fork: [{ text: "a" }, { text: "Done." }],
    });
    const lane = (name: string): { readonly headers: Record<string, string> } => ({
      headers: { "x-forkproof-lane": name },
    });
    await client.messages.create(parentBody, lane("parent"));
    const again = client.messages.create(forkBody("x"), lane("parent"));
    await expect(again).rejects.toThrow(/Request 2 has no scripted answer/);
    await client.messages.create(forkBody("x"), lane("fork"));
    expect(provider.finish().map(({ code, what }) => [code, what])).toEqual([
      ["HX411", expect.stringContaining("lane parent has no step 2")],
      ["HX412", expect.stringContaining('Lane fork stopped before step 2 of 2 (text "Done.")')],
    ]);
  });
});
