import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { compareToMinimum } from "../../harness/cache-model/compare-to-minimum.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { openaiClassicRules } from "../../harness/providers/openai/cache-rules.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

const SENTENCE = "Say what changed since the last review, and why it did. ";
/** Words that no table of common ones holds, which cost OpenAI's tokenizer less than an estimate says. */
const NAMES = "kubernetes typescript postgres middleware ";

type Wire = {
  readonly path: string;
  readonly model: string;
  readonly rules: typeof anthropicRules | typeof openaiClassicRules;
};
const claude: Wire = { path: "/v1/messages", model: "claude-sonnet-4-5", rules: anthropicRules };
const gpt: Wire = { path: "/v1/chat/completions", model: "gpt-4o", rules: openaiClassicRules };

function ask({ path, model, rules }: Wire, text: string): { readonly chain: PromptChain; readonly layout: Layout } {
  const messages = [{ role: "user", content: [{ type: "text", text }] }];
  const request = Buffer.from(JSON.stringify({ model, messages }));
  const dialect = recognise({ ...messagesExchange(request.toString()), path });
  if (dialect === null) throw new Error(path);
  const layout = dialect.parseLayout(request);
  return { layout, chain: chainOf(layout, { rules, tokens: estimateTokens, workspace: "", model }) };
}

function side(wire: Wire, text: string): ReturnType<typeof compareToMinimum> {
  const { chain, layout } = ask(wire, text);
  const link = chain.links.at(-1);
  if (link === undefined) throw new Error("no block");
  return compareToMinimum(chain, layout, link);
}

/** So many sentences that the estimate is nearest to a share of the minimum. */
function reaching(wire: Wire, share: number, sentence: string = SENTENCE): string {
  const one = ask(wire, sentence.repeat(100)).chain;
  return sentence.repeat(Math.round((share * one.minimumTokens * 100) / (one.links[0]?.tokens ?? 1)));
}

test("a Claude prompt's side of the minimum is unclear only within the error of nine in ten estimates", () => {
  expect([0.8, 0.9, 0.97, 1.03, 1.1, 1.3].map((share) => side(claude, reaching(claude, share)).side)).toEqual([
    "below",
    "below",
    "unclear",
    "unclear",
    "above",
    "above",
  ]);
});

test("a prompt for a model without recordings stays unclear up to a third away from the minimum", () => {
  const unknown = { ...claude, model: "somebody-1", path: "/v1/chat/completions" };
  expect([0.6, 0.75, 1.25, 1.4].map((share) => side(unknown, reaching(unknown, share)).side)).toEqual([
    "below",
    "unclear",
    "unclear",
    "above",
  ]);
});

test("near the minimum, an OpenAI model's own tokenizer decides where an estimate cannot", () => {
  const text = reaching(gpt, 1.1, NAMES);
  const { tokens, side: told } = side(gpt, text);
  expect(Math.abs(tokens - countTokens(text))).toBeLessThan(16);
  expect(told).toBe(tokens < 1024 ? "below" : "above");
  const far = reaching(gpt, 1.6, NAMES);
  expect(side(gpt, far).tokens).toBe(ask(gpt, far).chain.links[0]?.tokens);
});

test("a pair a tenth above the minimum is reusable; a pair at the minimum stays unknown", () => {
  const verdict = (share: number): string => {
    const marked = { type: "text", text: reaching(claude, share), cache_control: { type: "ephemeral" } };
    const head = `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":[${JSON.stringify(marked)}]}`;
    const reply = `{"role":"assistant","content":"Yes."},{"role":"user","content":[{"type":"text","text":"Go on.","cache_control":{"type":"ephemeral"}}]}`;
    const parent = { ...messagesExchange(`${head}]}`), startedAtMs: 0 };
    const child = { ...messagesExchange(`${head},${reply}]}`, "2"), startedAtMs: 30_000 };
    const { reusable, reusableBecause } = judge({ parent, child });
    return [reusable, ...reusableBecause].join(": ").replaceAll(/\d[\d,]*/g, "N");
  };
  expect([0.9, 1, 1.1].map(verdict)).toEqual([
    "unknown: nothing was lost, since about N tokens are marked; the model caches none below N",
    "unknown: about N tokens are marked, too near to the model's minimum of N to tell",
    "yes",
  ]);
});
