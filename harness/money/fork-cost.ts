import { roundUsd, sumOrNull } from "../kernel/numbers.ts";
import { type PricedModel, type PricedUsage, priceOf } from "./price-of.ts";

/** The cost of a fork's prompts and answers in USD. Null (never 0) if a price or a counter is unknown. */
export type ForkCost = {
  readonly model: string;
  readonly usd: number | null;
  /** The extra cost of its first turn, compared with reading everything that the cache was expected to serve. */
  readonly breakUsd: number | null;
  /** All prompts as fresh input of equal price: read and written tokens weigh what they cost. */
  readonly equivalentTokens: number | null;
};

/** `turns` in order; `expectedRatio` is the part of the first prompt that could have been read. */
export function forkCost(
  { atMs, ...sold }: PricedModel & { readonly atMs: number | null },
  turns: readonly PricedUsage[],
  expectedRatio: number | null,
): ForkCost {
  const price = (usage: PricedUsage): number | null => priceOf(sold, usage, atMs);
  const [first] = turns;
  return {
    model: sold.model,
    usd: roundUsd(total(turns, (turn) => (turn.output === null ? null : price(turn)))),
    breakUsd: first === undefined || expectedRatio === null ? null : roundUsd(lost(first, expectedRatio, price)),
    equivalentTokens: equivalent(turns, price),
  };
}

type Price = (usage: PricedUsage) => number | null;

function lost(usage: PricedUsage, expectedRatio: number, price: Price): number | null {
  const { read, write, fresh } = usage;
  if (read === null || fresh === null) return null;
  const missing = Math.max(0, Math.round(expectedRatio * (read + (write ?? 0) + fresh)) - read);
  // Tokens that were not read were written if the provider writes, and otherwise fresh.
  const fromWrite = Math.min(missing, write ?? 0);
  const hoped = {
    read: read + missing,
    write: (write ?? 0) - fromWrite,
    fresh: fresh - missing + fromWrite,
    // The content with the longest lifetime comes first in a prompt, where the shared prefix is.
    longWrite: Math.max(0, (usage.longWrite ?? 0) - fromWrite),
  };
  const [paid, best] = [price({ ...usage, output: 0 }), price({ ...hoped, output: 0 })];
  return paid === null || best === null ? null : Math.max(0, paid - best);
}

function equivalent(turns: readonly PricedUsage[], price: Price): number | null {
  const each = price({ read: 0, write: 0, fresh: 1000, output: 0 });
  const prompts = total(turns, (turn) => price({ ...turn, output: 0 }));
  return each === null || each === 0 || prompts === null ? null : Math.round((1000 * prompts) / each);
}

/** Null without a turn: a fork that asked nothing has no cost. */
function total(turns: readonly PricedUsage[], price: Price): number | null {
  return turns.length === 0 ? null : sumOrNull(turns.map(price));
}
