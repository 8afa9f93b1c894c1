import { termsOf } from "../kernel/text/sold-name.ts";
import { roundUsd } from "../kernel/numbers.ts";
import type { BreakCost, PromptTokens } from "../kernel/breaks/break-cost.ts";
import { assumesLifetime, priceOf, undatedMs } from "./price-of.ts";

/** A break's cost with its price in USD. Null (never 0) if the model has no price, or the provider is unknown. */
export function pricedBreak(cost: BreakCost, provider: string | null, priceIn: typeof priceOf = priceOf): BreakCost {
  const atMs = cost.pricesOf === null ? undatedMs : Date.parse(cost.pricesOf);
  const price = (prompt: PromptTokens): number | null =>
    provider === null || cost.model === null
      ? null
      : priceIn({ ...termsOf(cost), provider, model: cost.model }, { ...prompt, output: 0 }, atMs);
  const difference = (one: PromptTokens, other: PromptTokens): number | null => {
    const [dearer, cheaper] = [price(one), price(other)];
    return dearer === null || cheaper === null ? null : dearer - cheaper;
  };
  const more = difference(cost.prompt, cost.unbroken);
  // What the child's prompt has a price for, the parent's has too: no tokens cost nothing.
  const parent =
    (cost.parentWrites ?? 0) === 0
      ? 0
      : difference(storing(cost), { read: 0, write: 0, fresh: cost.parentWrites ?? 0 });
  // A shorter prompt that lost nothing saved no money by its break.
  const usd = more === null || parent === null ? null : cost.lostTokens === 0 ? 0 : roundUsd(more - parent);
  // The model's prompts may be longer than the one that was sent, as after a cut: a part saves no more than the whole.
  const part = (saves: number | null): number | null =>
    saves === null || usd === null ? null : roundUsd(Math.min(saves, Math.max(0, usd)));
  const { fixed } = cost;
  const isOne = cost.causes.length === 1;
  return {
    ...cost,
    causes: cost.causes.map((each) => ({
      ...each,
      savesUsd: isOne ? usd : part(difference(each.broken, each.fixed)),
    })),
    ...(fixed !== undefined && {
      fixed: { ...fixed, savesUsd: fixed.isWhole ? usd : part(difference(fixed.from, fixed.to)) },
    }),
    usd,
    pricesOf: new Date(atMs).toISOString(),
    ...(more !== null && assumesLifetime(cost.prompt) && { assumesLifetime: true }),
  };
}

/** The parent's missing write, kept as long as the child asks for. */
function storing({ parentWrites: write = 0, unbroken: { longWrite } }: BreakCost): PromptTokens {
  return { read: 0, write, fresh: 0, longWrite: (longWrite ?? 0) > 0 ? write : 0 };
}
