import { expect, test } from "vitest";
import { priceOf } from "../../harness/money/price-of.ts";

const none = { read: 0, write: 0, fresh: 0, output: 0 };
const november = Date.UTC(2026, 10, 20);

/** Ids: provider-caches.md 14.9 and 16; prices: its section 12. */
test.each([
  ["anthropic", "claude-opus-5"],
  ["anthropic", "claude-sonnet-4-5"],
  ["openai", "gpt-5.6-sol"],
])("P9 on %s, %s a hit costs less than plain input, plain input less than a write", (provider, model) => {
  const cost = (usage: Partial<typeof none>): number =>
    priceOf(provider, model, { ...none, ...usage }, november) ?? NaN;
  expect(cost({ read: 1e6 })).toBeLessThan(cost({ fresh: 1e6 }));
  expect(cost({ fresh: 1e6 })).toBeLessThan(cost({ write: 1e6 }));
});

test("V79 the cost of V63: write and plain, then read and plain, by the price of its day", () => {
  const june = Date.UTC(2026, 5, 15);
  const micros = (usage: Partial<typeof none>): number =>
    Math.round((priceOf("openai", "gpt-5.6-sol", { ...none, ...usage }, june) ?? NaN) * 1e6);
  expect([micros({ write: 4012, fresh: 8 }), micros({ read: 4012, fresh: 8 })]).toEqual([25_115, 2046]);
});

test("a broken prefix of 100K tokens costs what the table says", () => {
  const cost = (usage: Partial<typeof none>): number =>
    priceOf("anthropic", "claude-opus-5", { ...none, ...usage }, november) ?? NaN;
  expect(cost({ read: 100_000 })).toBeCloseTo(0.05, 9);
  expect(cost({ write: 100_000 })).toBeCloseTo(0.625, 9);
});

test("what has no price and what was not reported is unknown, never 0", () => {
  expect(priceOf("anthropic", "claude-nobody-1", { ...none, fresh: 5 }, november)).toBe(null);
  expect(priceOf("nobody", "claude-opus-5", { ...none, fresh: 5 }, november)).toBe(null);
  expect(priceOf("anthropic", "claude-opus-5", { ...none, read: null }, november)).toBe(null);
  expect(priceOf("anthropic", "claude-opus-5", { ...none, read: 4322, fresh: -2154 }, november)).toBe(null);
});
