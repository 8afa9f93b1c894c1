import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import { createPromptCache } from "../../harness/cache-model/engines/create-prompt-cache.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { textPart } from "../../harness/cache-model/prompt/written-parts.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { mark, mark1h, say, writtenTokens } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };
type Block = { readonly name: string; readonly tokens: number; readonly mark: Json | undefined };

const block: fc.Arbitrary<Block> = fc.record({
  name: fc.constantFrom("a", "b", "c"),
  tokens: fc.integer({ min: 1, max: 900 }),
  mark: fc.constantFrom(undefined, mark, mark1h),
});
const blocks = fc.array(block, { minLength: 1, maxLength: 24 });

/** The part of the second text that both begin with. */
function sharedText(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length / other.length;
}

/** Every message ends a boundary, since the roles take turns. */
function chainFrom(given: readonly Block[], rules: ProviderRules, trailer = 0): PromptChain {
  const messages = given.map(({ name, tokens, mark: marked }, at) => {
    return { role: at % 2 === 0 ? "user" : "assistant", content: [say(name, tokens, marked)] };
  });
  const layout = parseLayout(Buffer.from(JSON.stringify({ model: "m", messages })));
  return chainOf(layout, { rules, tokens: writtenTokens(trailer), workspace: "w" });
}

describe.each(modelledCaches.map(({ name, rules }) => [name, rules] as const))("the cache model %s", (_name, rules) => {
  const step = fc.record({
    given: blocks,
    waitMs: fc.nat(4_000_000),
    slowMs: fc.nat(100_000),
    answer: fc.option(fc.nat(3000)),
    refused: fc.boolean(),
  });

  /** Each sign of the second text has more tokens than the whole first one, which it begins like. */
  const grown = [1, 256].map((tokens) => {
    const given = [1, tokens].map((each, at) => ({ name: at === 0 ? "b" : "a", tokens: each, mark: undefined }));
    return { given, waitMs: 1_000, slowMs: 0, answer: null, refused: false };
  });

  test("read, write and fresh sum to the whole prompt, and no read exceeds what was sent, for any sequence and clock", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.nat(9), (steps, trailer) => {
        const cache = createPromptCache(rules);
        let [now, longest] = [0, 0];
        for (const { given, waitMs, slowMs, answer, refused } of steps) {
          now += waitMs;
          const prediction = cache.predict(chainFrom(given, rules, trailer), now);
          const { read, write, fresh, total, writeByTtl } = prediction.usage;
          expect(Math.min(read, write, fresh)).toBeGreaterThanOrEqual(0);
          expect(read + write + fresh).toBe(total);
          expect(Object.values(writeByTtl).reduce((sum, tokens) => sum + tokens, 0)).toBe(write);
          expect(read).toBeLessThanOrEqual(longest);
          expect(prediction.hit?.tokens ?? 0).toBe(read);
          if (refused) continue;
          cache.commit(prediction, now + slowMs, { endMs: now + slowMs, outputTokens: answer });
          longest = Math.max(longest, total + (answer ?? 0));
        }
      }),
      { numRuns: 40, examples: [[grown, 0]] },
    );
  });

  test("a longer shared prefix never reads less", () => {
    fc.assert(
      fc.property(blocks, fc.nat(24), fc.nat(24), fc.nat(3000), (parent, one, two, output) => {
        const sharing = (count: number): number => {
          const cache = createPromptCache(rules);
          const fork = parent.map((each, index) => (index < count ? each : { ...each, name: `fork ${each.name}` }));
          const written = [textPart(`a ${output}tok`)];
          cache.commit(cache.predict(chainFrom(parent, rules), 0), 1, { endMs: 2, outputTokens: output, written });
          return cache.predict(chainFrom(fork, rules), 60_000).usage.read;
        };
        expect(sharing(Math.max(one, two))).toBeGreaterThanOrEqual(sharing(Math.min(one, two)));
      }),
      { numRuns: 60 },
    );
  });

  const replayed = fc.record({
    output: fc.integer({ min: 1, max: 3000 }),
    isKnown: fc.boolean(),
    answer: fc.constantFrom("yes", "no", "yes and more", "nothing of it"),
    replay: fc.constantFrom("yes", "no", "yes and more", "nothing of it", ""),
    tail: blocks,
  });

  test("a read never exceeds what a prompt shares with the prompts and answers that were sent", () => {
    fc.assert(
      fc.property(blocks, replayed, (parent, { output, isKnown, answer, replay, tail }) => {
        const cache = createPromptCache(rules);
        // The answer is the assistant's turn: the prompt ends with one of the user's.
        const asked = parent.slice(0, parent.length - 1 + (parent.length % 2));
        const text = (words: string): Block => ({ name: words, tokens: output, mark: undefined });
        const prompt = asked.length === 0 ? parent.slice(0, 1) : asked;
        const first = cache.predict(chainFrom(prompt, rules), 0);
        const written = isKnown ? [textPart(`${answer} ${output}tok`)] : null;
        cache.commit(first, 1, { endMs: 2, outputTokens: output, written });
        const other = tail.map((each) => ({ ...each, name: `other ${each.name}` }));
        // Turns alternate: the first block behind the prompt stands where the answer did.
        const behind = [...(replay === "" ? [] : [text(replay)]), ...other];
        const { read } = cache.predict(chainFrom([...prompt, ...behind], rules), 60_000).usage;
        const [{ name, tokens } = text("")] = behind;
        const same = sharedText(`${answer} ${output}tok`, `${name} ${tokens}tok`) * tokens;
        const shared = Math.min(output, isKnown ? Math.floor(same) : tokens);
        expect(read).toBeLessThanOrEqual(first.usage.total + shared);
      }),
      { numRuns: 100 },
    );
  });

  test("moving only breakpoints changes no key and no length", () => {
    fc.assert(
      fc.property(blocks, fc.array(fc.constantFrom(undefined, mark, mark1h)), (given, marks) => {
        const moved = given.map((each, index) => ({ ...each, mark: marks[index] }));
        const links = (each: readonly Block[]): unknown => {
          return chainFrom(each, rules).links.map(({ key, tokens, position }) => [key, tokens, position]);
        };
        expect(links(moved)).toEqual(links(given));
      }),
      { numRuns: 40 },
    );
  });

  test("content that was never stored, is not yet stored or has expired is not read", () => {
    fc.assert(
      fc.property(blocks, fc.nat(500_000), (given, slowMs) => {
        const cache = createPromptCache(rules);
        const chain = chainFrom(given, rules);
        const first = cache.predict(chain, 0);
        expect(first.usage.read).toBe(0);
        cache.commit(first, slowMs, { endMs: slowMs, outputTokens: null });
        if (slowMs > 0) expect(cache.predict(chain, slowMs - 1).usage.read, "its response had not begun").toBe(0);
        expect(cache.predict(chain, 200_000_000).usage.read, "two days later").toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

test("write-once: forks that mark only the last shared block read the parent and write nothing of their own", () => {
  const rules = modelledCaches.find(({ name }) => name === "anthropic")?.rules;
  if (rules === undefined) throw new Error("no rules for anthropic");
  fc.assert(
    fc.property(blocks, fc.array(block, { minLength: 1, maxLength: 30 }), (given, tail) => {
      const parent = [{ name: "p", tokens: 2000, mark: undefined }, ...given].map((each, index) => {
        return { ...each, mark: index === given.length ? mark : undefined };
      });
      const fork = [...parent, ...tail.map((each) => ({ ...each, mark: undefined }))];
      const cache = createPromptCache(rules);
      cache.commit(cache.predict(chainFrom(parent, rules), 0), 1);
      const { usage } = cache.predict(chainFrom(fork, rules), 1000);
      const shared = parent.reduce((sum, { tokens }) => sum + tokens, 0);
      expect([usage.read, usage.write]).toEqual([shared, 0]);
    }),
    { numRuns: 100 },
  );
});
