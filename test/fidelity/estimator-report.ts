import Table from "cli-table3";
import { estimatorErrors, type Miss, missesByKind, type ProviderError, quantile } from "./estimator-error.ts";
import type { PromptsFound } from "./fit/recorded-prompts.ts";

/** A bound on the estimator's error, and what was found. */
export type HeldError = { readonly says: string; readonly outcome: "kept" | "missed"; readonly found: string };

export type EstimatorReport = { readonly lines: readonly string[]; readonly held: readonly HeldError[] };

/**
 * The estimator's error as a table, what was left out of it, and the targets. Providers that miss a target are told with their
 * figures; those that reach it are held to it.
 */
export function estimatorReport({ prompts, leftOut }: PromptsFound): EstimatorReport {
  const errors = estimatorErrors(prompts);
  const table = new Table({
    head: [
      "total tokens",
      "prompts",
      "sources",
      "median",
      "90th",
      "one a length",
      "as shipped",
      "by content (median, 90th, prompts)",
    ],
    style: { head: [], border: [], compact: true },
  });
  for (const error of errors) table.push([...row(error)]);
  const out = [...leftOut].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return {
    lines: [
      table.toString(),
      `A source is a repository, in which the provider's models were recorded through whomever; each is left out of the fit in turn. No length to compare with: ${out}.`,
      ...errors.flatMap((error) => [...unmet(error), ...worst(error), ...unequal(error)]),
    ],
    held: errors.flatMap(heldErrors),
  };
}

function row({ provider, prompts, sources, misses, shipped }: ProviderError): readonly (string | number)[] {
  const told = `${percent(quantile(shipped, 0.5))} / ${percent(quantile(shipped, 0.9))}`;
  if (misses === null) return [provider, prompts, sources, "not measurable", "one source", "", told, ""];
  const values = misses.map(({ error }) => error);
  return [
    provider,
    prompts,
    sources,
    percent(quantile(values, 0.5)),
    percent(quantile(values, 0.9)),
    distinct(misses),
    told,
    kinds(misses),
  ];
}

/** Many prompts are sent again and again: the error over those of another length or repository. */
function distinct(misses: readonly Miss[]): string {
  const once = new Map(misses.map((miss) => [`${miss.prompt.repository} ${miss.prompt.total}`, miss.error]));
  const values = [...once.values()];
  return `${percent(quantile(values, 0.5))} / ${percent(quantile(values, 0.9))} (${values.length})`;
}

function kinds(misses: readonly Miss[]): string {
  return [...missesByKind(misses)]
    .map(([kind, own]) => {
      const values = own.map(({ error }) => error);
      return `${kind} ${percent(quantile(values, 0.5))}, ${percent(quantile(values, 0.9))} (${own.length})`;
    })
    .join("; ");
}

/** Why a provider is not held to the target: nothing to measure by, or few prompts, mostly of frames whose size no text tells. */
function unmet({ provider, prompts, misses }: ProviderError): readonly string[] {
  if (misses === null) {
    return [
      `${provider}: not measurable: its ${prompts} prompts are all of the one repository that its models were recorded in`,
    ];
  }
  const told = (own: readonly Miss[]): string => {
    const values = own.map(({ error }) => error);
    return `${percent(quantile(values, 0.5))} / ${percent(quantile(values, 0.9))}`;
  };
  const values = misses.map(({ error }) => error);
  if (quantile(values, 0.5) < TARGET.median && quantile(values, 0.9) < TARGET.tail) return [];
  const lengths = new Set(misses.map(({ prompt }) => `${prompt.repository} ${prompt.total}`)).size;
  const long = misses.filter(({ prompt }) => prompt.kind !== "below 200 tokens");
  const rest = long.length === 0 ? "no other is there" : `the other ${long.length}: ${told(long)}`;
  return [
    `${provider}: over the target at ${told(misses)}: ${misses.length} prompts of ${lengths} lengths, ${misses.length - long.length} of them below 200 tokens, which are mostly frames; ${rest}`,
  ];
}

/** What lies beyond a tenth, one prompt a length: where the error sits. */
function worst({ provider, misses }: ProviderError): readonly string[] {
  const far = (misses ?? []).filter(({ error }) => error > 0.1);
  if (far.length === 0) return [];
  const distinct = new Map(far.map((miss) => [`${miss.prompt.repository} ${miss.prompt.total}`, miss]));
  const told = [...distinct.values()]
    .toSorted((a, b) => b.error - a.error)
    .map(({ prompt, error }) => `${prompt.total} (${prompt.family}, ${prompt.kind}) by ${percent(error)}`);
  return [`${provider}, over 10 %: ${far.length} of ${misses?.length} prompts, of these lengths: ${told.join("; ")}`];
}

/** What no estimator can tell apart: prompts without a difference but in their hosts' counts. */
function unequal({ provider, misses }: ProviderError): readonly string[] {
  const alike = Map.groupBy(misses ?? [], ({ prompt }) => JSON.stringify([prompt.family, [...prompt.features]]));
  return [...alike.values()].flatMap((own) => {
    const totals = [...new Set(own.map(({ prompt }) => prompt.total))].toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [totals[0], totals.at(-1)];
    return most > least * 1.1 ? [`${provider}: prompts of the same pieces were counted ${totals.join(", ")}`] : [];
  });
}

type Bound = { readonly median: number; readonly tail: number };

/** The target. */
const TARGET: Bound = { median: 0.03, tail: 0.1 };

/** Providers that reach both bounds; the others' figures stand in the table. */
const HELD: ReadonlySet<string> = new Set(["anthropic", "openai", "deepseek"]);

function heldErrors({ provider, misses }: ProviderError): readonly HeldError[] {
  if (misses === null || !HELD.has(provider)) return [];
  const values = misses.map(({ error }) => error);
  const [median, tail] = [quantile(values, 0.5), quantile(values, 0.9)];
  return [
    {
      says: `${provider}: estimated totals within ${percent(TARGET.median)} in the median, ${percent(TARGET.tail)} at the 90th percentile`,
      outcome: median < TARGET.median && tail < TARGET.tail ? "kept" : "missed",
      found: `${percent(median)}, ${percent(tail)}`,
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
