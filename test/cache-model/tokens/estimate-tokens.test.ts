import { createRequire } from "node:module";
import { spawnSync } from "node:child_process";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens, tokenizedTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { chainOf, type PromptChain } from "../../../harness/cache-model/prompt-chain.ts";
import { anthropicRules } from "../../../harness/cache-model/rules/anthropic.ts";
import { layOut as layOutMessages } from "../../../harness/dialects/anthropic-messages/lay-out.ts";
import { layOut as layOutChat } from "../../../harness/dialects/openai-chat/lay-out.ts";

type Json = { readonly [name: string]: unknown };

const prose = "The quick brown fox jumps over the lazy dog while the committee reviews its quarterly plan. ".repeat(40);
const chat = (model: string, text: string): Json => ({ model, messages: [{ role: "user", content: text }] });

function chain(body: Json, tokens = estimateTokens, layOut = layOutMessages): PromptChain {
  return chainOf(layOut(Buffer.from(JSON.stringify(body))), { rules: anthropicRules, tokens, workspace: "" });
}

test("a model of OpenAI counts its texts by its own tokenizer, and a few tokens of frames", () => {
  const frames = (text: string): number =>
    chain(chat("gpt-5", text), tokenizedTokens, layOutChat).total - countTokens(text);
  expect(frames(prose)).toBe(frames("Hello there."));
  expect(frames(prose)).toBeGreaterThan(2);
  expect(frames(prose)).toBeLessThan(12);
});

test("an older model of OpenAI counts by cl100k, not by o200k", () => {
  const thai = "สวัสดีครับ ".repeat(50);
  const total = (model: string): number => chain(chat(model, thai), tokenizedTokens, layOutChat).total;
  expect(total("gpt-4-turbo")).toBeGreaterThan(1.3 * total("gpt-4o"));
});

test("a text that spells a special token is counted like any other", () => {
  expect(chain(chat("gpt-5", "<|endoftext|>"), tokenizedTokens, layOutChat).total).toBeGreaterThan(5);
});

test("no tokenizer is loaded for a model of another vendor, nor for an estimate", () => {
  const script = `
    const { estimateTokens, tokenizedTokens } = await import("./harness/cache-model/estimate-tokens.ts");
    const { layOut } = await import("./harness/dialects/openai-chat/lay-out.ts");
    const { createRequire } = await import("node:module");
    const require = createRequire(import.meta.url);
    const count = (counter, model) => {
      const layout = layOut(Buffer.from(JSON.stringify({ model, messages: [{ role: "user", content: "hello" }] })));
      counter.count(layout, layout.units.map(() => 5), model);
      return Object.keys(require.cache).some((file) => file.includes("gpt-tokenizer"));
    };
    console.log(JSON.stringify([count(estimateTokens, "gpt-5"), count(tokenizedTokens, "deepseek-v4"), count(tokenizedTokens, "gpt-5")]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([false, false, true]);
  expect(createRequire(import.meta.url).resolve("gpt-tokenizer/encoding/o200k_base")).toContain("gpt-tokenizer");
});

test("tools bring the prompt that the provider documents, before the first block; a forced choice pays behind the last", () => {
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

test("words of a common sort cost a token, capitals and rare words more", () => {
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

/** Sentences that no rate was fitted to. */
const elsewhere = {
  Russian: "Паром уходит на рассвете, и капитан просит всех пассажиров прийти на пристань заранее.",
  Chinese: "渡轮在黎明时分启程,船长请所有乘客提前到达码头,并带好自己的行李。",
  Japanese: "フェリーは夜明けに出るので、船長は乗客全員に早めに桟橋へ来るよう頼んでいる。",
  Arabic: "تغادر العبارة عند الفجر ويطلب القبطان من جميع الركاب الحضور إلى الرصيف مبكرا.",
  Hindi: "नौका भोर में निकलती है और कप्तान सभी यात्रियों से समय से पहले घाट पर आने को कहता है।",
};

test.each(Object.entries(elsewhere))(
  "%s is estimated within a third of what OpenAI's tokenizer counts",
  (_name, text) => {
    const estimated = chain(chat("gpt-5", text.repeat(20)), estimateTokens, layOutChat).total;
    const share = estimated / (20 * countTokens(text));
    expect(share).toBeGreaterThan(2 / 3);
    expect(share).toBeLessThan(4 / 3);
  },
);

test("Chinese is fewer tokens to a model of China than to one whose vocabulary hardly holds it", () => {
  const total = (model: string): number =>
    chain(chat(model, elsewhere.Chinese.repeat(20)), estimateTokens, layOutChat).total;
  expect(total("deepseek-v4-flash")).toBeLessThan(0.7 * total("gpt-4-turbo"));
});

test("a line of one mark is a few tokens, however long", () => {
  const total = (marks: number): number =>
    chain(chat("gpt-5", `${"-".repeat(marks)}\n`.repeat(50)), estimateTokens, layOutChat).total;
  expect(total(160)).toBeLessThan(3 * total(20));
});
