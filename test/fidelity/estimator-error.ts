import type { SimulatedExchange } from "../../harness/kernel/simulation.ts";

/** Estimated over recorded total of one exchange, with the repository that it was recorded in. */
export type Estimate = { readonly provider: string; readonly repository: string; readonly ratio: number };

/** Exchanges whose recorded total is that of their body; `repository` begins a ground-truth id. */
export function estimatesOf(exchanges: readonly SimulatedExchange[]): readonly Estimate[] {
  return exchanges.flatMap(({ id, provider, predicted, recorded, setApart }) => {
    const [total, told] = [predicted?.total ?? null, recorded?.total ?? null];
    if (provider === null || total === null || told === null || told === 0) return [];
    if (setApart !== null && setApart !== "warm start") return [];
    return [{ provider, repository: id.split(":")[0] ?? "", ratio: total / told }];
  });
}

/**
 * Lines that tell the error of estimated totals by provider: each repository is measured with the estimator scaled by the
 * median of all others, so none is measured by its own numbers. Told, not gated.
 */
export function estimatorLines(estimates: readonly Estimate[]): readonly string[] {
  return [...Map.groupBy(estimates, ({ provider }) => provider)].map(([provider, own]) => {
    const repositories = Map.groupBy(own, ({ repository }) => repository);
    if (repositories.size < 2) return `estimate ${provider}: not measurable, recorded in one repository`;
    const errors = [...repositories].flatMap(([repository, held]) => {
      const scale = quantile(
        own.filter((each) => each.repository !== repository).map(({ ratio }) => ratio),
        0.5,
      );
      return held.map(({ ratio }) => Math.abs(ratio / scale - 1));
    });
    const [median, tail] = [quantile(errors, 0.5), quantile(errors, 0.9)].map(
      (error) => `${(error * 100).toFixed(1)} %`,
    );
    return `estimate ${provider}: median error ${median}, 90th percentile ${tail} (${errors.length} prompts, each repository left out in turn)`;
  });
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
}
