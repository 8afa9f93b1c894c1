import fc from "fast-check";
import { expect, it, test } from "vitest";
import { estimateTokens, tokenizedTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { sharedLinks } from "../../harness/cache-model/expected-ratio.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout as layoutMessages } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { wires } from "../../harness/wires/list.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { makePair } from "../bench/make-pair.ts";
import { toWire } from "../bench/to-wire.ts";
import { wirePair } from "../support/wire-json.ts";

const MODELS = ["claude-sonnet-4-5", "claude-sonnet-4-6", "gpt-4o", "deepseek-v4", "somebody-1"];

const context = fc.record({
  rules: fc.constantFrom(...modelledCaches).map(({ rules }) => rules),
  tokens: fc.constantFrom(estimateTokens, tokenizedTokens),
  workspace: fc.constantFrom("", "another"),
  model: fc.constantFrom(...MODELS),
});

type Change = { readonly from: number; readonly word: string; readonly parameter: string };

/** What a later request may say otherwise: a word far back or near the end, and a parameter behind all messages. */
const change: fc.Arbitrary<Change> = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  word: fc.constantFrom("module", "modules", "<think>"),
  parameter: fc.constantFrom(
    "",
    ',"thinking":{"type":"enabled","budget_tokens":1024}',
    ',"reasoning_effort":"max"',
    ',"tool_choice":{"type":"any"}',
  ),
});

function changed(body: string, { from, word, parameter }: Change): string {
  const at = body.indexOf("module", Math.floor(from * body.length));
  const said = at === -1 ? body : body.slice(0, at) + word + body.slice(at + "module".length);
  return `${said.slice(0, said.lastIndexOf("}"))}${parameter}}`;
}

it.each(wires)("on $name, a chain that extends another equals the chain of the request alone", (dialect) => {
  const { parent, child } = toWire(dialect.name, makePair(12_000, "text", 0));
  const bodies = [parent, child].flatMap((body) => [body.toString(), withoutHead(body.toString())]);
  let [shared, parted] = [0, 0];
  const requests = fc.array(fc.tuple(fc.nat(bodies.length - 1), change, context), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(requests, (sent) => {
      let before: Layout | undefined;
      for (const [at, each, by] of sent) {
        const layout = dialect.parseLayout(Buffer.from(changed(bodies[at] ?? "", each)), before);
        const alone = new Map(
          [estimateTokens, tokenizedTokens].map((tokens) => [
            tokens,
            chainOf(dialect.parseLayout(Buffer.from(layout.body)), { ...by, tokens }),
          ]),
        );
        // Another counter's lengths, and then those of this one.
        for (const tokens of [estimateTokens, tokenizedTokens, by.tokens]) {
          if (before !== undefined) chainOf(before, { ...by, tokens });
          const chain = chainOf(layout, { ...by, tokens });
          expect(chain).toEqual(alone.get(tokens));
          const links = before === undefined ? 0 : sharedLinks(chainOf(before, { ...by, tokens }), chain);
          if (links > 0) shared += 1;
          if (links < chain.links.length) parted += 1;
        }
        before = layout;
      }
    }),
    // So many that any seed has enough of each.
    { numRuns: 40 },
  );
  expect(Math.min(shared, parted)).toBeGreaterThan(20);
});

function withoutHead(body: string): string {
  const {
    tools: _,
    toolConfig: __,
    system: ___,
    systemInstruction: ____,
    instructions: _____,
    ...rest
  } = JSON.parse(body);
  return JSON.stringify(rest);
}

it.each(wires)("on $name, odd bodies get the same chain after another body as alone", ({ parseLayout }) => {
  fc.assert(
    fc.property(wirePair, fc.array(context, { minLength: 1, maxLength: 3 }), ({ left, right }, contexts) => {
      const first = parseLayout(Buffer.from(left));
      const second = parseLayout(Buffer.from(right), first);
      for (const by of contexts) {
        chainOf(first, by);
        expect(chainOf(second, by)).toEqual(chainOf(parseLayout(Buffer.from(right)), by));
      }
    }),
    { numRuns: 100 },
  );
});

test("thinking of earlier turns that a model drops is in no chain, whichever request came before", () => {
  const said = (turns: number): Buffer => {
    const messages = Array.from({ length: turns }, (_, turn) => [
      { role: "user", content: `What of ${turn}?` },
      { role: "assistant", content: [{ type: "thinking", thinking: "Well, now.", signature: "c2ln" }] },
    ]).flat();
    return Buffer.from(JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 1, messages }));
  };
  const by = { rules: anthropicRules, tokens: estimateTokens, workspace: "" };
  let before: Layout | undefined;
  for (const turns of [1, 2, 3, 2]) {
    const layout = layoutMessages(said(turns), before);
    const chain = chainOf(layout, by);
    expect(chain.links.filter(({ kind }) => kind === "thinking")).toHaveLength(1);
    expect(chain).toEqual(chainOf(layoutMessages(said(turns)), by));
    before = layout;
  }
});
