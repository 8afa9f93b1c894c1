import { expect, test } from "vitest";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import type { Wire } from "../../harness/wires/wire.ts";
import { geminiGenerate } from "../../harness/wires/gemini-generate/wire.ts";
import { openaiChat } from "../../harness/wires/openai-chat/wire.ts";
import { ask, mark, mark1h, say, session, user } from "./cache-session.ts";
import { chat, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };
type Row = readonly [provider: string, body: Json, ttlMs: number, dialect: Wire];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const plain = (model: string, members: Json = {}): Json => ({ ...chat(model, ["user", "u 6165tok"]), ...members });
const marked = (cache_control: Json): Json => ask({ messages: [user(say("u", 6165, cache_control))] });

const ROWS: readonly Row[] = [
  ["anthropic", marked(mark), 5 * MINUTE, anthropicMessages],
  ["anthropic", marked(mark1h), HOUR, anthropicMessages],
  ["openai", plain("gpt-5.6-sol"), 30 * MINUTE, openaiChat],
  ["openai", plain("gpt-5.6-sol", { prompt_cache_options: { ttl: "12h" } }), 12 * HOUR, openaiChat],
  ["openai", plain("gpt-5.2", { prompt_cache_retention: "in_memory" }), 10 * MINUTE, openaiChat],
  ["openai", plain("gpt-5.2"), 24 * HOUR, openaiChat],
  ["deepseek", plain("deepseek-v4-flash"), 6 * HOUR, openaiChat],
  ["gemini", { contents: [{ role: "user", parts: [{ text: "u 6165tok" }] }] }, HOUR, geminiGenerate],
  ["moonshot", plain("kimi-for-coding"), 10 * MINUTE, openaiChat],
  ["xai", plain("grok-4.6"), 10 * MINUTE, openaiChat],
  ["zai", plain("glm-4.6"), 10 * MINUTE, openaiChat],
  ["mistral", plain("mistral-large-latest"), 10 * MINUTE, openaiChat],
  ["groq", plain("openai/gpt-oss-120b"), 120 * MINUTE, openaiChat],
  ["vllm", plain("any"), 10 * MINUTE, openaiChat],
  ["sglang", plain("any"), 10 * MINUTE, openaiChat],
  ["llama-cpp", plain("any"), 10 * MINUTE, openaiChat],
];

test.each(ROWS)("on %s a read restarts the lifetime, which then ends: %j", (provider, body, ttlMs, dialect) => {
  const { send } = wireSession(provider, { dialect });
  const isRead = (atMs: number): boolean => send(body, { atMs, lasts: 1 })[1] > 0;
  const [first, second] = [ttlMs - 1, 2 * ttlMs - 2];
  expect([isRead(0), isRead(first), isRead(second), isRead(second + ttlMs)]).toEqual([false, true, true, false]);
});

test.each(ROWS)("on %s an entry lives exactly to the millisecond: %j", (provider, body, ttlMs, dialect) => {
  const readAt = (atMs: number): number => {
    const { send } = wireSession(provider, { dialect });
    send(body, { atMs: 0, lasts: 1 });
    return send(body, { atMs })[1];
  };
  expect([readAt(ttlMs - 1) > 0, readAt(ttlMs)]).toEqual([true, 0]);
});

test("a read renews what earlier breakpoints of the same request stored, but no breakpoint that it lacks", () => {
  const head = (isMarked: boolean): Json => say("head", 5000, isMarked ? mark : undefined);
  const readLater = (isHeadMarked: boolean): readonly number[] => {
    const { send } = session();
    const alone = ask({ messages: [user(head(true), say("other", 100))] });
    send(ask({ messages: [user(head(true), say("rest", 3000, mark))] }), 0);
    const read = send(ask({ messages: [user(head(isHeadMarked), say("rest", 3000, mark))] }), 4 * MINUTE)[2];
    return [read, send(alone, 8 * MINUTE)[2], send(alone, 13 * MINUTE)[2]];
  };
  expect([readLater(true), readLater(false)]).toEqual([
    [8000, 5000, 0],
    [8000, 0, 0],
  ]);
});
