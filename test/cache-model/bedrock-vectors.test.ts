import { describe, expect, test } from "vitest";
import { bedrockClaudeRules, bedrockNovaRules } from "../../harness/providers/bedrock/cache-rules.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import { bedrockConverse } from "../../harness/wires/bedrock-converse/wire.ts";
import { renderConversation } from "../../harness/wires/bedrock-converse/mocked/render-conversation.ts";
import { disjoint, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

const mark = { type: "ephemeral" };
const part = (text: string, isMarked = false): Json => ({
  type: "text",
  text,
  ...(isMarked && { cache_control: mark }),
});
const point = { cachePoint: { type: "default" } };

/** Ids, sequences and numbers: harness/cache-model/VECTORS.md. Each answer is the whole prompt, read, written. */
describe("Bedrock", () => {
  const claude = { dialect: bedrockConverse, rules: bedrockClaudeRules };

  test("V02 a cache point on system is written, then read", () => {
    const { send } = wireSession("bedrock", { ...claude, trailer: 3 });
    const body = {
      system: [{ text: "s 7351tok" }, point],
      messages: [{ role: "user", content: [{ text: "u 7tok" }] }],
    };
    const told = [send(body), send(body)].map((counts) => converseUsage(disjoint(counts)));
    const both = { inputTokens: 10, outputTokens: 4, totalTokens: 7365 };
    expect(told).toMatchObject([
      {
        ...both,
        cacheWriteInputTokens: 7351,
        cacheReadInputTokens: 0,
        cacheDetails: [{ ttl: "5m", inputTokens: 7351 }],
      },
      { ...both, cacheWriteInputTokens: 0, cacheReadInputTokens: 7351 },
    ]);
  });

  test("V08 on InvokeModel an appended answer and user turn are written", () => {
    const { send } = wireSession("bedrock", { dialect: anthropicMessages, rules: bedrockClaudeRules, trailer: 3 });
    const haiku = "us.anthropic.claude-haiku-4-5-20251001-v1:0";
    const warm = { model: haiku, messages: [{ role: "user", content: [part("u 9511tok", true)] }] };
    send(warm);
    const grown = [
      { role: "user", content: [part("u 9511tok")] },
      { role: "assistant", content: [part("a 1944tok")] },
      { role: "user", content: [part("v 12tok", true)] },
    ];
    expect([disjoint(send(warm)), disjoint(send({ model: haiku, messages: grown }))]).toEqual([
      [3, 0, 9511],
      [3, 1956, 9511],
    ]);
  });

  test("V31 a forced tool choice leaves tools and system; its surplus lies in what is never cached", () => {
    const { send } = wireSession("bedrock", claude);
    const tools = [{ toolSpec: { name: "t", description: "1000tok", inputSchema: { json: {} } } }, point];
    const ask = (toolChoice: Json): Json => ({
      toolConfig: { tools, toolChoice },
      system: [{ text: "s 1752tok" }, point],
      messages: [{ role: "user", content: [{ text: "u 383tok" }] }],
    });
    send(ask({ auto: {} }));
    // Behind the last block stand the turn's 3 tokens and, where a tool is forced, the 47 that say so.
    const forced = send(ask({ any: {} }), { trailer: 3 + 47 });
    const free = send(ask({ auto: {} }), { trailer: 3 });
    expect([disjoint(forced), disjoint(free)]).toEqual([
      [433, 0, 2752],
      [386, 0, 2752],
    ]);
  });

  test("V60 a document that ends the prompt is written; an appended turn reads it", () => {
    const { send } = wireSession("bedrock", { ...claude, trailer: 3 });
    const document = { document: { name: "1712tok", format: "txt", source: { bytes: "AA==" } } };
    const first = { role: "user", content: [document, point] };
    const grown = [
      { role: "user", content: [document] },
      { role: "assistant", content: [{ text: "a 200tok" }] },
      { role: "user", content: [{ text: "v 36tok" }, point] },
    ];
    expect([disjoint(send({ messages: [first] })), disjoint(send({ messages: grown }))]).toEqual([
      [3, 1712, 0],
      [3, 236, 1712],
    ]);
  });

  test("V61 four cache points are as good as the last", () => {
    const { send } = wireSession("bedrock", { ...claude, trailer: 2 });
    const content = ["a 1022tok", "b 100tok", "c 100tok", "d 100tok"].flatMap((text) => [{ text }, point]);
    const body = { messages: [{ role: "user", content }] };
    expect([send(body), send(body)]).toEqual([
      [1324, 0, 1322],
      [1324, 1322, 0],
    ]);
  });

  test("V103 on Nova another tool choice is another key, even for system", () => {
    const { send } = wireSession("bedrock", { dialect: bedrockConverse, rules: bedrockNovaRules });
    const tools = [{ toolSpec: { name: "t", description: "92tok", inputSchema: { json: {} } } }];
    const ask = (toolChoice: Json): Json => ({
      toolConfig: { tools, toolChoice },
      system: [{ text: "s 2400tok" }, point],
      messages: [{ role: "user", content: [{ text: "u 5tok" }] }],
    });
    expect([send(ask({ any: {} })), send(ask({ auto: {} })), send(ask({ any: {} }))]).toEqual([
      [2497, 0, 2492],
      [2497, 0, 2492],
      [2497, 2492, 0],
    ]);
  });
});

/** The counters as Converse writes them, with an answer of four tokens. */
function converseUsage([fresh, write, read]: ReturnType<typeof disjoint>): unknown {
  const { pieces } = renderConversation({
    model: "claude",
    name: "fork_1",
    message: { kind: "message", content: [{ type: "text", text: "Yes, it was here." }], stopReason: "end_turn" },
    usage: { read, write, fresh, total: read + write + fresh, writeByTtl: write > 0 ? { "5m": write } : {} },
    rules: bedrockClaudeRules,
    nowMs: 0,
  });
  const whole = Buffer.concat(pieces.filter((piece) => Buffer.isBuffer(piece)));
  return (JSON.parse(whole.toString("utf8")) as { readonly usage: unknown }).usage;
}
