import type { ListedPrice } from "../provider.ts";

/** Prices that `@pydantic/genai-prices` 0.1.8 lacks. A test fails once a newer one knows a row's price: then the row goes. */
export const prices: readonly ListedPrice[] = [
  {
    family: "claude-mythos-5-1",
    rates: { input: 10, write: 12.5, longWrite: 20, read: 0.25, output: 50 },
    source: "platform.claude.com, Pricing, November 2026",
  },
  {
    family: "claude-mythos-5",
    rates: { input: 10, write: 12.5, longWrite: 20, read: 1, output: 50 },
    source: "platform.claude.com, Pricing, November 2026",
  },
  {
    family: "claude-sonnet-5-5",
    rates: { input: 2, write: 2.5, longWrite: 4, read: 0.1, output: 10 },
    source:
      "platform.claude.com, Pricing, November 2026; the list takes it for Sonnet 5, whose reads cost twice as much",
  },
  {
    family: "claude-haiku-5-5",
    rates: { input: 0.1, write: 0.125, longWrite: 0.2, read: 0.01, output: 0.5 },
    above: { tokens: 100_000, rates: { input: 0.5, write: 0.625, longWrite: 1, read: 0.05, output: 2.5 } },
    source: "platform.claude.com, Pricing, November 2026",
  },
];
