import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import { createPromptCache } from "../../harness/cache-model/engines/create-prompt-cache.ts";
import type { Prediction, PromptCache } from "../../harness/cache-model/prompt-cache.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { kimiCodingRules } from "../../harness/providers/moonshot/coding-rules.ts";
import { sglangRules } from "../../harness/providers/sglang.ts";
import { vllmRules } from "../../harness/providers/vllm.ts";
import { dashscopeExplicitRules } from "../../harness/providers/dashscope/cache-rules.ts";
import { deepseekRules } from "../../harness/providers/deepseek/cache-rules.ts";
import { geminiImplicitRules } from "../../harness/providers/gemini/cache-rules.ts";
import { minimaxExplicitRules } from "../../harness/providers/minimax/cache-rules.ts";
import { openaiBoundaryRules, openaiClassicRules } from "../../harness/providers/openai/cache-rules.ts";
import { openaiChat } from "../../harness/wires/openai-chat/wire.ts";
import { writtenTokens } from "./cache-session.ts";

type Turn = { readonly name: string; readonly tokens: number; readonly mark: boolean };

/** Of each property on each cache: what breaks one of them shows on the first few. */
const RUNS = { numRuns: 40 };

const RULES: readonly (readonly [string, ProviderRules])[] = [
  ["anthropic", anthropicRules],
  ["minimax, explicit", minimaxExplicitRules],
  ["dashscope, explicit", dashscopeExplicitRules],
  ["openai since 5.6", openaiBoundaryRules],
  ["openai before", openaiClassicRules],
  ["deepseek", deepseekRules],
  ["gemini, implicit", geminiImplicitRules],
  ["moonshot", kimiCodingRules],
  ["vllm", vllmRules],
  ["sglang", sglangRules],
];

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "c"),
    tokens: fc.integer({ min: 1, max: 3000 }),
    mark: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

function chain(rules: ProviderRules, given: readonly Turn[], workspace = "w"): PromptChain {
  const key = rules.engine === "boundaries" ? "prompt_cache_breakpoint" : "cache_control";
  const messages = given.map(({ name, tokens, mark }, at) => ({
    role: "user",
    content: [{ type: "text", text: `${name}${at} ${tokens}tok`, ...(mark && { [key]: { type: "ephemeral" } }) }],
  }));
  const layout = openaiChat.parseLayout(Buffer.from(JSON.stringify({ model: "m", messages })));
  return chainOf(layout, { rules, tokens: writtenTokens(2), workspace });
}

function send(cache: PromptCache, sent: PromptChain, atMs: number): Prediction {
  const prediction = cache.predict(sent, atMs);
  cache.commit(prediction, atMs + 1, { endMs: atMs + 2, outputTokens: 700 });
  return prediction;
}

/** A step long enough for every write delay, short enough for every lifetime. */
const LATER = 10_000;

/** Ids: harness/cache-model/VECTORS.md#properties-of-every-engine. */
describe.each(RULES)("the cache model %s", (_name, rules) => {
  test("P1 read, write and fresh sum to the whole prompt", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(turns, fc.nat(4_000_000)), { maxLength: 6 }), (requests) => {
        const cache = createPromptCache(rules);
        for (const [given, atMs] of requests) {
          const { read, write, fresh, total } = send(cache, chain(rules, given), atMs).usage;
          expect(Math.min(read, write, fresh)).toBeGreaterThanOrEqual(0);
          expect([read + write + fresh, total]).toEqual([total, given.reduce((sum, { tokens }) => sum + tokens, 2)]);
        }
      }),
      RUNS,
    );
  });

  test("P2 a repetition writes nothing and reads the same again", () => {
    fc.assert(
      fc.property(turns, (given) => {
        const cache = createPromptCache(rules);
        const first = send(cache, chain(rules, given), 0).usage;
        const again = send(cache, chain(rules, given), LATER).usage;
        expect(again.write).toBe(0);
        expect(again.read).toBeGreaterThanOrEqual(first.write);
        expect(send(cache, chain(rules, given), 2 * LATER).usage).toEqual(again);
      }),
      RUNS,
    );
  });

  test("P4 an edited block limits the read to the content before it", () => {
    fc.assert(
      fc.property(turns, fc.nat(11), (given, at) => {
        const place = at % given.length;
        const cache = createPromptCache(rules);
        send(cache, chain(rules, given), 0);
        const edited = given.map((turn, index) => (index === place ? { ...turn, name: "#edited" } : turn));
        const before = given.slice(0, place).reduce((sum, { tokens }) => sum + tokens, 0);
        // A text shares its leading bytes: here its quotes and braces alone.
        const frame = Math.ceil((given[place]?.tokens ?? 0) * 0.9);
        const { read } = cache.predict(chain(rules, edited), LATER).usage;
        expect(read).toBeLessThanOrEqual(before + (rules.engine === "shared-prefix" ? frame : 0));
      }),
      RUNS,
    );
  });

  test("P5 moving breakpoints changes no key", () => {
    fc.assert(
      fc.property(turns, fc.boolean(), (given, mark) => {
        const moved = given.map((turn) => ({ ...turn, mark }));
        const keys = (each: readonly Turn[]): readonly string[] => chain(rules, each).links.map(({ key }) => key);
        expect(keys(moved)).toEqual(keys(given));
      }),
      RUNS,
    );
  });

  test("P7 siblings do not change what later ones read", () => {
    fc.assert(
      fc.property(turns, turns, turns, (parent, one, two) => {
        const read = (order: readonly (readonly Turn[])[]): number => {
          const cache = createPromptCache(rules);
          send(cache, chain(rules, parent), 0);
          for (const sibling of order) send(cache, chain(rules, [...parent, ...sibling]), LATER);
          return cache.predict(chain(rules, [...parent, ...two]), 2 * LATER).usage.read;
        };
        expect(read([one, two])).toBe(read([two, one]));
      }),
      RUNS,
    );
  });

  test("P8 another scope reads nothing", () => {
    fc.assert(
      fc.property(turns, (given) => {
        const cache = createPromptCache(rules);
        send(cache, chain(rules, given, "one"), 0);
        expect(cache.predict(chain(rules, given, "two"), LATER).usage.read).toBe(0);
      }),
      RUNS,
    );
  });

  test("P10 below the minimum nothing is read or written", () => {
    const minimum = rules.unknownModel.minimumTokens;
    const short = [{ name: "a", tokens: minimum - 3, mark: true }];
    const cache = createPromptCache(rules);
    const body = minimum < 4 ? [{ name: "a", tokens: 0, mark: true }] : short;
    const other = [...body.slice(0, -1), { name: "b", tokens: Math.max(0, minimum - 3), mark: true }];
    send(cache, chain(rules, body), 0);
    expect(cache.predict(chain(rules, other), LATER).usage).toMatchObject({ read: 0, write: 0 });
  });

  test("P11 and P12 predicting changes nothing: a refused request leaves no trace in the cache", () => {
    fc.assert(
      fc.property(turns, turns, (one, two) => {
        const cache = createPromptCache(rules);
        send(cache, chain(rules, one), 0);
        const before = cache.predict(chain(rules, two), LATER);
        cache.predict(chain(rules, [...two, ...one]), LATER);
        expect(cache.predict(chain(rules, two), LATER)).toEqual(before);
      }),
      RUNS,
    );
  });
});

const MARKED = RULES.filter(([, { engine }]) => engine === "marked-blocks");

describe.each(MARKED)("the cache model %s in a loop", (_name, rules) => {
  test("P3 a request of a loop that appends reads what the one before read and wrote", () => {
    fc.assert(
      fc.property(turns, (given) => {
        const cache = createPromptCache(rules);
        let known = 0;
        for (let length = 1; length <= given.length; length += 1) {
          const sent = given.slice(0, length).map((turn, at) => ({ ...turn, mark: at === length - 1 }));
          const { read, write } = send(cache, chain(rules, sent), length * LATER).usage;
          expect(read).toBe(known);
          known = read + write;
        }
      }),
      RUNS,
    );
  });

  test("P6 an additional breakpoint never lowers the read", () => {
    fc.assert(
      fc.property(turns, fc.nat(11), (given, at) => {
        const few = given.map((turn, index) => ({ ...turn, mark: index % 4 === 0 }));
        const more = few.map((turn, index) => ({ ...turn, mark: turn.mark || index === at }));
        const cache = createPromptCache(rules);
        send(cache, chain(rules, few), 0);
        const read = (each: readonly Turn[]): number => cache.predict(chain(rules, each), LATER).usage.read;
        expect(read(more)).toBeGreaterThanOrEqual(read(few));
      }),
      RUNS,
    );
  });
});
