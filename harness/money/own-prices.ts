/** USD for a million tokens. */
export type Rates = {
  readonly input: number;
  readonly write: number;
  /** What is kept for an hour. */
  readonly longWrite: number;
  readonly read: number;
  readonly output: number;
};

/** The price of a model that the kept price list lacks, or takes for another. */
export type OwnPrice = {
  readonly provider: string;
  /** The model's id without its date. */
  readonly family: string;
  readonly rates: Rates;
  /** Rates of a whole request whose prompt, cached tokens included, is longer than this. */
  readonly above?: { readonly tokens: number; readonly rates: Rates };
  /** Who says so, and in which month. */
  readonly source: string;
};

/**
 * What `@pydantic/genai-prices` 0.1.8 does not know (provider-caches.md 12). A test fails once a newer one knows a row's price:
 * then the row goes.
 */
export const ownPrices: readonly OwnPrice[] = [
  {
    provider: "anthropic",
    family: "claude-mythos-5-1",
    rates: { input: 10, write: 12.5, longWrite: 20, read: 0.25, output: 50 },
    source: "platform.claude.com, Pricing, November 2026",
  },
  {
    provider: "anthropic",
    family: "claude-mythos-5",
    rates: { input: 10, write: 12.5, longWrite: 20, read: 1, output: 50 },
    source: "platform.claude.com, Pricing, November 2026",
  },
  {
    provider: "anthropic",
    family: "claude-sonnet-5-5",
    rates: { input: 2, write: 2.5, longWrite: 4, read: 0.1, output: 10 },
    source:
      "platform.claude.com, Pricing, November 2026; the list takes it for Sonnet 5, whose reads cost twice as much",
  },
  {
    provider: "anthropic",
    family: "claude-haiku-5-5",
    rates: { input: 0.1, write: 0.125, longWrite: 0.2, read: 0.01, output: 0.5 },
    above: { tokens: 100_000, rates: { input: 0.5, write: 0.625, longWrite: 1, read: 0.05, output: 2.5 } },
    source: "platform.claude.com, Pricing, November 2026",
  },
  {
    provider: "openai",
    family: "gpt-6.1-sol",
    // Writes of twelve hours have no published price.
    rates: { input: 2, write: 2.5, longWrite: 2.5, read: 0.1, output: 10 },
    above: { tokens: 272_000, rates: { input: 4, write: 5, longWrite: 5, read: 0.2, output: 15 } },
    source: "developers.openai.com, Pricing, November 2026",
  },
  {
    provider: "moonshotai",
    family: "kimi-k3.1-pro",
    rates: { input: 2, write: 2, longWrite: 4, read: 0.2, output: 10 },
    source: "platform.kimi.ai, Pricing, October 2026",
  },
];

/** The row of a model as a request names it, whoever serves it; undefined where the price list answers. */
export function ownPriceOf(model: string): OwnPrice | undefined {
  // Vendors before the name, and the date of a release behind it, are no part of the family.
  const name = model.toLowerCase().replace(/^.*[./](?=claude-|gpt-|kimi-)/, "");
  return ownPrices.find(({ family }) => name === family || isRelease(name, family));
}

function isRelease(name: string, family: string): boolean {
  const rest = name.replaceAll(".", "-");
  const head = family.replaceAll(".", "-");
  return (
    rest === head || (rest.startsWith(head) && /^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)/.test(rest.slice(head.length)))
  );
}
