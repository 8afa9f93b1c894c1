import { deflateRawSync } from "node:zlib";
import Table from "cli-table3";
import { estimatorErrors, type Miss, missesByKind, type ProviderError, quantile } from "./estimator-error.ts";
import type { PromptsFound, RecordedPrompt } from "./fit/recorded-prompts.ts";

/** A bound on the estimator's error, and what was found. */
export type HeldError = {
  readonly says: string;
  readonly outcome: "kept" | "missed" | "not asked";
  readonly found: string;
};

export type EstimatorReport = { readonly lines: readonly string[]; readonly held: readonly HeldError[] };

/**
 * The estimator's error as a table, what was left out of it, and the targets. Providers that miss a target are listed with their
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
    held: [...[...HELD].map((provider) => heldError(provider, errors)), heldOverall(errors)],
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

/** Why a provider is not held to the target: one line, by prompts. */
function unmet({ provider, prompts, misses }: ProviderError): readonly string[] {
  if (misses === null) {
    return [
      `${provider}: not measurable: its ${prompts} prompts are all of the one repository that its models were recorded in`,
    ];
  }
  if (isWithin(misses)) {
    const isFew = !HELD.has(provider) || misses.length < ENOUGH;
    return isFew ? [`${provider}: within the target, not held to it: ${misses.length} prompts tell too little`] : [];
  }
  const causes = Map.groupBy(misses, ({ prompt }) => causeOf(prompt));
  const told = [...causes].map(([cause, own]) => `${own.length} ${cause} (${errorOf(own)})`);
  return [`${provider}: over the target at ${errorOf(misses)} of ${misses.length} prompts: ${told.join("; ")}`];
}

/** What keeps errors of a prompt from averaging out. */
function causeOf({ total, body }: RecordedPrompt): string {
  if (total < TINY) return `shorter than ${TINY} tokens, of which one is over ${Math.floor(100 / TINY)} %`;
  if (total < 200) return "below 200 tokens, mostly frames";
  const share = deflateRawSync(body).length / body.length;
  return share < REPEATED ? "one sentence over and over, whose few words decide" : "others";
}

const TINY = 30;

/** A prompt that packs to so little repeats itself. */
const REPEATED = 0.25;

function errorOf(misses: readonly Miss[]): string {
  const values = misses.map(({ error }) => error);
  return `${percent(quantile(values, 0.5))} / ${percent(quantile(values, 0.9))}`;
}

function isWithin(misses: readonly Miss[], { median, tail }: Bound = TARGET): boolean {
  const values = misses.map(({ error }) => error);
  return quantile(values, 0.5) < median && quantile(values, 0.9) < tail;
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

/** Prompts that no estimator can distinguish: they differ only in their hosts' counts. */
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

/** Providers that reach both bounds in what is recorded here; the others' figures stand in the table, with the reason. */
const HELD: ReadonlySet<string> = new Set([
  "anthropic",
  "bedrock",
  "deepseek",
  "gemini",
  "openai",
  "openrouter, openai",
]);

/** Fewer prompts have no 90th percentile. */
const ENOUGH = 10;

function heldError(held: string, errors: readonly ProviderError[]): HeldError {
  const says = `${held}: estimated totals within ${percent(TARGET.median)} in the median, ${percent(TARGET.tail)} at the 90th percentile`;
  const misses = errors.find(({ provider }) => provider === held)?.misses ?? [];
  if (misses.length < ENOUGH) return { says, outcome: "not asked", found: `${misses.length} prompts` };
  return { says, outcome: isWithin(misses) ? "kept" : "missed", found: errorOf(misses) };
}

/** Of all prompts at once, by any host. */
const OVERALL: Bound = { median: 0.02, tail: 0.08 };

function heldOverall(errors: readonly ProviderError[]): HeldError {
  const says = `all providers: estimated totals within ${percent(OVERALL.median)} in the median, ${percent(OVERALL.tail)} at the 90th percentile`;
  const misses = errors.flatMap((error) => error.misses ?? []);
  if (misses.length < ENOUGH) return { says, outcome: "not asked", found: `${misses.length} prompts` };
  return {
    says,
    outcome: isWithin(misses, OVERALL) ? "kept" : "missed",
    found: `${errorOf(misses)} of ${misses.length}`,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
