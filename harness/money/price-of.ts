import type { SaleTerms } from "../kernel/text/sold-name.ts";
import { boundedMemo } from "../kernel/memo/bounded-memo.ts";
import { calcPrice } from "./price-list.ts";
import { providerNamed } from "../providers/list.ts";
import { type OwnPrice, ownPriceOf } from "./own-prices.ts";

/** The usage of a model. Null if not reported; a price needs all counters of the prompt. */
export type PricedUsage = {
  readonly read: number | null;
  readonly write: number | null;
  readonly fresh: number | null;
  readonly output: number | null;
  /** The part of `write` that is kept for an hour. If unknown, all of it is priced as kept for minutes, the default. */
  readonly longWrite?: number | null;
};

/** True if the lifetime of writes is unknown, so that they have the price of the shortest lifetime. */
export function assumesLifetime({ write, longWrite }: Pick<PricedUsage, "write" | "longWrite">): boolean {
  return (write ?? 0) > 0 && longWrite == null;
}

/** The date to use if no time was recorded: prices change, and a result must not depend on the day on which it is made. */
export const undatedMs: number = Date.UTC(2026, 10, 20);

/**
 * The cost of a turn in USD, by the prices of its day (@pydantic/genai-prices, and ours for missing models). Null (never 0) if
 * the model has no price there, or the usage is unknown or contradicts itself.
 */
export function priceOf(
  { provider, model, location, tier }: PricedModel,
  usage: PricedUsage,
  atMs: number | null,
): number | null {
  const usd = globalPrice(provider, model, usage, atMs);
  const uplift = location === undefined || location === "global" ? 1 : regionalUplift(provider, model, atMs);
  const factor = tier === undefined ? 1 : tierFactor(provider, tier);
  return usd === null || uplift === null || factor === null ? null : usd * uplift * factor;
}

/** A model as it is sold. */
export type PricedModel = SaleTerms & {
  readonly provider: string;
  readonly model: string;
};

function tierFactor(provider: string, tier: string): number | null {
  const factors = providerNamed(provider)?.tierFactors ?? {};
  return tier.split("+").reduce<number | null>((all, each) => {
    const factor = Object.hasOwn(factors, each) ? factors[each] : undefined;
    return all === null || factor === undefined ? null : all * factor;
  }, 1);
}

function regionalUplift(provider: string, model: string, atMs: number | null): number | null {
  return providerNamed(provider)?.regionalUplift?.(model, atMs ?? undatedMs) ?? null;
}

function globalPrice(provider: string, model: string, usage: PricedUsage, atMs: number | null): number | null {
  const { read, fresh } = usage;
  const write = usage.write ?? 0;
  const output = usage.output ?? 0;
  if (read === null || fresh === null) return null;
  const long = Math.min(usage.longWrite ?? 0, write);
  // A response whose parts exceed its total (recorded behind gateways) leaves a negative rest: its cost is unknown.
  if (Math.min(read, write, fresh, output, long) < 0) return null;
  const tokens = { read, short: write - long, long, fresh, output };
  const own = ownPriceOf(model);
  if (own === undefined) return listPrice(priceListName(provider), model, tokens, new Date(atMs ?? undatedMs));
  return own.provider === priceListName(provider) ? ownPrice(own, tokens) : null;
}

type Tokens = Readonly<Record<"read" | "short" | "long" | "fresh" | "output", number>>;

function listPrice(providerId: string, model: string, tokens: Tokens, timestamp: Date): number | null {
  const { read, short, long, fresh, output } = tokens;
  const write = short + long;
  const counts = {
    input_tokens: read + write + fresh,
    cache_read_tokens: read,
    cache_write_tokens: write,
    output_tokens: output,
    ...(long > 0 && { cache_write_1h_tokens: long }),
  };
  const key = [providerId, model, timestamp.getTime(), read, short, long, fresh, output].join("\n");
  // The list's own lookup tries the patterns of hundreds of models.
  const { usd, hasHourlyRate } = remembered(key, () => {
    const found = calcPrice(counts, model, { providerId, timestamp });
    const isListed = found !== null && found.model_price["cache_write_1h_mtok"] !== undefined;
    return { usd: found?.total_price ?? null, hasHourlyRate: isListed };
  });
  if (usd === null || long === 0 || hasHourlyRate) return usd;
  // The list has hours for some who sell Claude and not for others: they cost twice the input (platform.claude.com, Pricing).
  const once = listPrice(providerId, model, { ...tokens, long: 0, fresh: fresh + long }, timestamp);
  const again = listPrice(providerId, model, { read: 0, short: 0, long: 0, fresh: long, output: 0 }, timestamp);
  return once === null || again === null ? null : once + again;
}
const remembered = boundedMemo<{ readonly usd: number | null; readonly hasHourlyRate: boolean }>();

function ownPrice({ rates: usual, above }: OwnPrice, { read, short, long, fresh, output }: Tokens): number {
  const isLong = above !== undefined && read + short + long + fresh > above.tokens;
  const rates = isLong ? above.rates : usual;
  const usd = read * rates.read + short * rates.write + long * rates.longWrite + fresh * rates.input;
  return (usd + output * rates.output) / 1e6;
}

/** The name under which the price list has a provider. */
export function priceListName(provider: string): string {
  return providerNamed(provider)?.priceListName ?? provider;
}
