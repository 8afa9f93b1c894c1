import type { TokenFamily } from "../../harness/cache-model/tokens/token-family.ts";
import type { FamilyRates } from "../../harness/cache-model/tokens/family-rates.ts";
import { fitFamily, predicted } from "./fit/fit-families.ts";
import type { ContentKind, RecordedPrompt } from "./fit/recorded-prompts.ts";

/** How far the estimated length of a prompt was from the recorded one, over the recorded one, under rates that never saw its repository. */
export type Miss = { readonly prompt: RecordedPrompt; readonly error: number };

/** Prompts of one provider; of a router, those of one upstream's models. */
export type ProviderError = {
  readonly provider: string;
  readonly prompts: number;
  /** Repositories that models of the same families were recorded in, whoever served them. */
  readonly sources: number;
  /** Of prompts whose family was recorded in another repository too; null if that is not the case. */
  readonly misses: readonly Miss[] | null;
  /** The error under the rates that ship, which saw these very prompts. */
  readonly shipped: readonly number[];
};

/**
 * The estimator's error by provider. Each repository is left out of the fit of every family in turn, so that no repository is measured by its own
 * numbers; models of the family that other providers serve stay in. A family of one repository has nothing to be fitted to then.
 */
export function estimatorErrors(prompts: readonly RecordedPrompt[], tokenize = true): readonly ProviderError[] {
  const fit = fitting(prompts);
  const sources = new Map(
    [...Map.groupBy(prompts, ({ family }) => family)].map(([family, own]) => [
      family,
      new Set(own.map(({ repository }) => repository)),
    ]),
  );
  const missOf = (prompt: RecordedPrompt, without: string | null): number =>
    Math.abs(predicted(prompt, fit(prompt.family, without), tokenize) / prompt.total - 1);
  return [...Map.groupBy(prompts, whose)].map(([provider, own]) => {
    const measured = own.filter(({ family }) => (sources.get(family)?.size ?? 0) > 1);
    return {
      provider,
      prompts: own.length,
      sources: new Set(own.flatMap(({ family }) => [...(sources.get(family) ?? [])])).size,
      misses:
        measured.length === 0 ? null : measured.map((prompt) => ({ prompt, error: missOf(prompt, prompt.repository) })),
      shipped: own.map((prompt) => missOf(prompt, null)),
    };
  });
}

/** A router has no models of its own: it counts as its upstreams do. */
function whose({ provider, family }: RecordedPrompt): string {
  return provider === "openrouter" ? `openrouter, ${family}` : provider;
}

/** Rates of a family, fitted once for each repository that is left out. */
function fitting(prompts: readonly RecordedPrompt[]): (family: TokenFamily, without: string | null) => FamilyRates {
  const fitted = new Map<string, FamilyRates>();
  return (family, without) => {
    const key = `${family} ${without}`;
    const rates =
      fitted.get(key) ??
      fitFamily(
        family,
        prompts.filter((prompt) => prompt.family === family && prompt.repository !== without),
      );
    fitted.set(key, rates);
    return rates;
  };
}

/** By what most of a prompt is. */
export function missesByKind(misses: readonly Miss[]): ReadonlyMap<ContentKind, readonly Miss[]> {
  return Map.groupBy(misses, ({ prompt }) => prompt.kind);
}

export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}
