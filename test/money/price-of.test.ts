import { calcPrice } from "@pydantic/genai-prices";
import { expect, test } from "vitest";
import { ownPrices } from "../../harness/money/own-prices.ts";
import { priceOf } from "../../harness/money/price-of.ts";

const none = { read: 0, write: 0, fresh: 0, output: 0 };
const november = Date.UTC(2026, 10, 20);

/** Ids: harness/cache-model/VECTORS.md#properties-of-every-engine and harness/cache-model/VECTORS.md; prices: harness/providers/FACTS.md#prices. */
test.each([
  ["anthropic", "claude-opus-5"],
  ["anthropic", "claude-sonnet-4-5"],
  ["openai", "gpt-5.6-sol"],
])("P9 on %s, %s a hit costs less than plain input, and plain input less than a write", (provider, model) => {
  const cost = (usage: Partial<typeof none>): number =>
    priceOf({ provider, model }, { ...none, ...usage }, november) ?? NaN;
  expect(cost({ read: 1e6 })).toBeLessThan(cost({ fresh: 1e6 }));
  expect(cost({ fresh: 1e6 })).toBeLessThan(cost({ write: 1e6 }));
});

test("V79 the cost of V63 is write and plain, then read and plain, at the price of its day", () => {
  const june = Date.UTC(2026, 5, 15);
  const micros = (usage: Partial<typeof none>): number =>
    Math.round((priceOf({ provider: "openai", model: "gpt-5.6-sol" }, { ...none, ...usage }, june) ?? NaN) * 1e6);
  expect([micros({ write: 4012, fresh: 8 }), micros({ read: 4012, fresh: 8 })]).toEqual([25_115, 2046]);
});

test("a broken prefix of 100K tokens costs as much as the table says", () => {
  const cost = (usage: Partial<typeof none>): number =>
    priceOf({ provider: "anthropic", model: "claude-opus-5" }, { ...none, ...usage }, november) ?? NaN;
  expect(cost({ read: 100_000 })).toBeCloseTo(0.05, 9);
  expect(cost({ write: 100_000 })).toBeCloseTo(0.625, 9);
});

test("the cost without a price or without a reported count is unknown, never 0", () => {
  expect(priceOf({ provider: "anthropic", model: "claude-nobody-1" }, { ...none, fresh: 5 }, november)).toBe(null);
  expect(priceOf({ provider: "nobody", model: "claude-opus-5" }, { ...none, fresh: 5 }, november)).toBe(null);
  expect(priceOf({ provider: "anthropic", model: "claude-opus-5" }, { ...none, read: null }, november)).toBe(null);
  expect(
    priceOf({ provider: "anthropic", model: "claude-opus-5" }, { ...none, read: 4322, fresh: -2154 }, november),
  ).toBe(null);
});

const million = { short: { write: 1e6, longWrite: 0 }, long: { write: 1e6, longWrite: 1e6 } };

/** USD for a million tokens: input, kept for five minutes, kept for an hour, read, output (harness/providers/FACTS.md). */
test.each([
  ["anthropic", "claude-fable-5-1", 10, 12.5, 20, 0.25, 50],
  ["anthropic", "claude-mythos-5-1", 10, 12.5, 20, 0.25, 50],
  ["anthropic", "claude-fable-5", 10, 12.5, 20, 1, 50],
  ["anthropic", "claude-mythos-5", 10, 12.5, 20, 1, 50],
  ["anthropic", "claude-opus-5-5", 4, 5, 8, 0.2, 20],
  ["anthropic", "claude-opus-5", 5, 6.25, 10, 0.5, 25],
  ["anthropic", "claude-opus-4-5-20251101", 5, 6.25, 10, 0.5, 25],
  ["anthropic", "claude-sonnet-5-5", 2, 2.5, 4, 0.1, 10],
  ["anthropic", "claude-sonnet-5-5-20260901", 2, 2.5, 4, 0.1, 10],
  ["anthropic", "claude-sonnet-5", 2, 2.5, 4, 0.2, 10],
  ["anthropic", "claude-sonnet-4-6", 3, 3.75, 6, 0.3, 15],
  ["anthropic", "claude-haiku-5-5", 0.5, 0.625, 1, 0.05, 2.5],
  ["anthropic", "claude-haiku-4-5", 1, 1.25, 2, 0.1, 5],
  ["anthropic", "claude-opus-4-1", 15, 18.75, 30, 1.5, 75],
  ["anthropic", "claude-3-5-haiku-latest", 0.8, 1, 1.6, 0.08, 4],
  // Other sellers of Claude have hours at twice the input too.
  ["bedrock", "global.anthropic.claude-opus-4-8-v1:0", 5, 6.25, 10, 0.5, 25],
  ["openrouter", "anthropic/claude-sonnet-4.6", 3, 3.75, 6, 0.3, 15],
  ["moonshot", "kimi-k3.1-pro", 2, 2, 4, 0.2, 10],
])("on %s, %s a million tokens cost as much as the table says", (provider, model, input, short, long, read, output) => {
  const cost = (usage: Partial<typeof none & typeof million.long>): number | null =>
    priceOf({ provider, model }, { ...none, ...usage }, november);
  const costs = [cost({ fresh: 1e6 }), cost(million.short), cost(million.long), cost({ read: 1e6 })];
  expect(costs).toEqual([input, short, long, read].map((each) => expect.closeTo(each, 6)));
  expect((cost({ fresh: 1e6, output: 1e6 }) ?? NaN) - input).toBeCloseTo(output, 6);
});

test("a write for an hour and a write for minutes have their own prices, and an unknown one counts as minutes", () => {
  const cost = (longWrite: number | null): number | null =>
    priceOf({ provider: "anthropic", model: "claude-opus-5" }, { ...none, write: 1e6, longWrite }, november);
  expect(cost(400_000)).toBeCloseTo(0.4 * 10 + 0.6 * 6.25, 9);
  expect([cost(null), cost(0)]).toEqual([6.25, 6.25]);
});

test("a prompt above a threshold costs its own rate as a whole, cached tokens included", () => {
  const haiku = (usage: Partial<typeof none>): number | null =>
    priceOf({ provider: "anthropic", model: "claude-haiku-5-5" }, { ...none, ...usage }, november);
  expect(haiku({ read: 99_000, fresh: 1000 })).toBeCloseTo((99_000 * 0.01 + 1000 * 0.1) / 1e6, 12);
  expect(haiku({ read: 99_000, fresh: 1001 })).toBeCloseTo((99_000 * 0.05 + 1001 * 0.5) / 1e6, 12);
  const sol = (fresh: number): number | null =>
    priceOf({ provider: "openai", model: "gpt-6.1-sol" }, { ...none, fresh }, november);
  expect([sol(272_000), sol(300_000)]).toEqual([0.544, 1.2].map((each) => expect.closeTo(each, 9)));
});

test.each(ownPrices)("the bundled list has no price for $family, or another one", ({ provider, family, rates }) => {
  const listed = calcPrice({ input_tokens: 1e6, cache_read_tokens: 1e6 }, family, { providerId: provider });
  expect(listed?.total_price).not.toBe(rates.read);
});

test("a model that the list confuses with another has no price with a seller whose own price is unknown", () => {
  expect(priceOf({ provider: "bedrock", model: "anthropic.claude-sonnet-5-5" }, { ...none, fresh: 5 }, november)).toBe(
    null,
  );
});
