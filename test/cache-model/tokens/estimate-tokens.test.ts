import { createRequire } from "node:module";
import { spawnSync } from "node:child_process";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens, tokenizedTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { chainOf, type PromptChain } from "../../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout as layoutMessages } from "../../../harness/wires/anthropic-messages/parse-layout.ts";
import { parseLayout as layoutChat } from "../../../harness/wires/openai-chat/parse-layout.ts";
import { parseLayout as layoutResponses } from "../../../harness/wires/openai-responses/parse-layout.ts";
import { scripts } from "./texts-of-scripts.ts";

type Json = { readonly [name: string]: unknown };

const prose = "The quick brown fox jumps over the lazy dog while the committee reviews its quarterly plan. ".repeat(40);
const chat = (model: string, text: string): Json => ({ model, messages: [{ role: "user", content: text }] });

function chain(body: Json, tokens = estimateTokens, parseLayout = layoutMessages): PromptChain {
  return chainOf(parseLayout(Buffer.from(JSON.stringify(body))), { rules: anthropicRules, tokens, workspace: "" });
}

test("a model of OpenAI counts its texts by its own tokenizer, plus a few tokens for frames", () => {
  const frames = (text: string): number =>
    chain(chat("gpt-5", text), tokenizedTokens, layoutChat).total - countTokens(text);
  expect(frames(prose)).toBe(frames("Hello there."));
  expect(frames(prose)).toBeGreaterThan(2);
  expect(frames(prose)).toBeLessThan(12);
});

test("an older model of OpenAI counts by cl100k, not by o200k", () => {
  const thai = "สวัสดีครับ ".repeat(50);
  const total = (model: string): number => chain(chat(model, thai), tokenizedTokens, layoutChat).total;
  expect(total("gpt-4-turbo")).toBeGreaterThan(1.3 * total("gpt-4o"));
});

test("a text that spells a special token is counted like any other", () => {
  expect(chain(chat("gpt-5", "<|endoftext|>"), tokenizedTokens, layoutChat).total).toBeGreaterThan(5);
});

test("no tokenizer is loaded for another vendor's model or for an estimate", () => {
  const script = `
    const { estimateTokens, tokenizedTokens } = await import("./harness/cache-model/estimate-tokens.ts");
    const { parseLayout } = await import("./harness/wires/openai-chat/parse-layout.ts");
    const { createRequire } = await import("node:module");
    const require = createRequire(import.meta.url);
    const count = (counter, model) => {
      const layout = parseLayout(Buffer.from(JSON.stringify({ model, messages: [{ role: "user", content: "hello" }] })));
      counter.count(layout, layout.units.map(() => 5), model);
      return Object.keys(require.cache).some((file) => file.includes("gpt-tokenizer"));
    };
    console.log(JSON.stringify([count(estimateTokens, "gpt-5"), count(tokenizedTokens, "deepseek-v4"), count(tokenizedTokens, "gpt-5")]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([false, false, true]);
  expect(createRequire(import.meta.url).resolve("gpt-tokenizer/encoding/o200k_base")).toContain("gpt-tokenizer");
});

test("tools add the prompt that the provider documents before the first block; a forced choice adds tokens after the last", () => {
  const tools = [{ name: "t", description: "does", input_schema: { type: "object" } }];
  const body = { model: "claude-opus-4-8", max_tokens: 1, tools, messages: [{ role: "user", content: "hi" }] };
  const auto = chain(body);
  const forced = chain({ ...body, tool_choice: { type: "any" } });
  const none = chain({ ...body, tools: [] });
  expect(auto.head - none.head).toBeGreaterThanOrEqual(290);
  expect(auto.head - none.head).toBeLessThan(290 + 30);
  expect(forced.total - auto.total).toBe(410 - 290);
  expect(forced.links.map(({ tokens }) => tokens)).toEqual(auto.links.map(({ tokens }) => tokens));
});

test("common words cost one token, capitals and rare words more", () => {
  const perWord = (word: string): number => chain(chat("claude-sonnet-4-6", `${word} `.repeat(500))).total / 500;
  expect(perWord("house")).toBeGreaterThan(0.85);
  expect(perWord("house")).toBeLessThan(1.2);
  expect(perWord("RESPONSE")).toBeGreaterThan(1.4 * perWord("house"));
  expect(perWord("zyxwvutsrqp")).toBeGreaterThan(2 * perWord("house"));
});

test("an image counts by its pixels, not by its bytes", () => {
  const png = (width: number, height: number): string => {
    const bytes = Buffer.alloc(3_000);
    bytes.writeUInt32BE(0x89504e47, 0);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes.toString("base64");
  };
  const total = (data: string): number => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    return chain({ model: "claude-sonnet-4-5", max_tokens: 1, messages: [{ role: "user", content: [image] }] }).total;
  };
  expect(total(png(1_000, 1_000)) - total(png(200, 200))).toBe(1_296 - 64);
  // Scaled down to the standard tier's cap.
  expect(total(png(1_920, 1_080)) - total(png(200, 200))).toBeLessThanOrEqual(1_568 - 64);
});

test("a change in one block changes the tokens of no other", () => {
  const turns = [prose, "Yes.", "And then?", "No.", "Go on."];
  const body = (texts: readonly string[]): Json => ({
    model: "claude-sonnet-4-6",
    max_tokens: 1,
    messages: texts.map((text, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: [{ type: "text", text }],
    })),
  });
  const own = (texts: readonly string[]): readonly number[] =>
    chain(body(texts)).links.map(({ tokens }, at, all) => tokens - (all[at - 1]?.tokens ?? 0));
  const [before, after] = [own(turns), own(turns.with(2, "Something else entirely, and longer."))];
  expect(after.map((tokens, at) => tokens !== before[at])).toEqual([false, false, true, false, false]);
});

test("Chinese costs fewer tokens on a Chinese vendor's model than on one whose vocabulary hardly holds it", () => {
  const total = (model: string): number =>
    chain(chat(model, scripts.Chinese.repeat(20)), estimateTokens, layoutChat).total;
  expect(total("deepseek-v4-flash")).toBeLessThan(0.7 * total("gpt-4-turbo"));
});

test("a line of one repeated character costs a few tokens, however long it is", () => {
  const total = (marks: number): number =>
    chain(chat("gpt-5", `${"-".repeat(marks)}\n`.repeat(50)), estimateTokens, layoutChat).total;
  expect(total(160)).toBeLessThan(3 * total(20));
});

test("a document that a body holds as text counts as that text; one that the body only names counts as before", () => {
  const document = (source: Json): number =>
    chain({
      model: "claude-sonnet-4-6",
      max_tokens: 1,
      messages: [{ role: "user", content: [{ type: "document", source }] }],
    }).total;
  const base64 = { type: "base64", data: Buffer.from(prose).toString("base64") };
  const plain = document({ type: "text", media_type: "text/plain", data: prose });
  expect(plain).toBe(chain(chat("claude-sonnet-4-6", prose)).total);
  expect(document({ ...base64, media_type: "text/markdown" })).toBe(plain);
  expect(document({ ...base64, media_type: "application/pdf" })).toBe(document({ type: "file", file_id: "file_1" }));
});

test("a deferred tool counts where a block refers to it, and Claude's tool search counts as recorded", () => {
  const lookup = {
    name: "lookup_rate",
    description: "Looks up an exchange rate of the day.",
    input_schema: { type: "object", properties: { currency: { type: "string" } } },
  };
  const search = { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" };
  const found = (reference: Json): Json => ({ type: "tool_result", tool_use_id: "c", content: [reference] });
  const total = (tools: readonly Json[], reference: Json): number =>
    chain({
      model: "claude-sonnet-4-6",
      max_tokens: 1,
      tools,
      messages: [
        { role: "user", content: "Which tool?" },
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: "search", input: {} }] },
        { role: "user", content: [found(reference)] },
      ],
    }).total;
  const reference = { type: "tool_reference", tool_name: "lookup_rate" };
  const other = { type: "tool_reference", tool_name: "unknown_one" };
  const deferred = { ...lookup, defer_loading: true };
  const referred = total([search, deferred], reference) - total([search, deferred], other);
  const declared = total([search, lookup], other) - total([search], other);
  expect(Math.abs(referred - declared)).toBeLessThan(10);
  expect(declared).toBeGreaterThan(40);
  expect(total([search, lookup], other) - total([lookup], other)).toBe(183);
});

test("reasoning that OpenAI encrypted counts by its encrypted content, not by its summary", () => {
  const total = (sealed: number, summary: string): number => {
    const reasoning = { type: "reasoning", summary: [{ type: "summary_text", text: summary }] };
    const item = { ...reasoning, encrypted_content: "g".repeat(sealed) };
    const input = [{ role: "user", content: "Why?" }, item];
    return chain({ model: "gpt-5", input }, tokenizedTokens, layoutResponses).total;
  };
  expect(total(9_572, prose)).toBe(total(9_572, "In short."));
  // Recorded: 780 characters seal 11 tokens of reasoning, and 9,572 seal 1,792.
  expect(total(780, "") - total(726, "")).toBeLessThan(20);
  expect((total(9_572, "") - total(726, "")) / 1_792).toBeGreaterThan(0.75);
  expect((total(9_572, "") - total(726, "")) / 1_792).toBeLessThan(1.25);
});

test("Venice's own prompt counts for a model name in Venice's spelling", () => {
  const total = (model: string): number => chain(chat(model, prose), estimateTokens, layoutChat).total;
  expect(total("qwen3-5-9b") - total("qwen3.5-9b")).toBe(1_020);
});

test("the estimate of a long run of one letter, capital or digit stays above zero", () => {
  for (const run of ["A", "x", "7", "-", "é", "字"]) {
    const total = (length: number): number =>
      chain(chat("gpt-5", run.repeat(length)), estimateTokens, layoutChat).total;
    expect(total(2_000), run).toBeGreaterThan(total(200));
  }
});

test("Grok 4.3 does not read summaries of its earlier reasoning", () => {
  const total = (model: string, summary: string): number => {
    const item = { type: "reasoning", summary: [{ type: "summary_text", text: summary }] };
    const input = [{ role: "user", content: "Why?" }, item, { role: "user", content: "And?" }];
    return chain({ model, input }, estimateTokens, layoutResponses).total;
  };
  expect(total("grok-4.3", prose)).toBe(total("grok-4.3", "In short."));
  expect(total("grok-3-mini", prose)).toBeGreaterThan(total("grok-3-mini", "In short."));
});
