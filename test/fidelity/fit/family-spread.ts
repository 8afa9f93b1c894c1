import type { ErrorMargin } from "../../../harness/cache-model/tokens/family-rates.ts";
import { fitFamily, predicted, tokenizers } from "./fit-families.ts";
import type { RecordedPrompt } from "./recorded-prompts.ts";

/**
 * How far nine of ten estimates of a family's prompts lie from the recorded length at most, each repository left out of the fit in
 * turn. Prompts below 200 tokens are left out: no provider has so small a minimum.
 */
export function familySpread(prompts: readonly RecordedPrompt[]): ErrorMargin {
  return { estimated: ninetieth(prompts, false), tokenized: ninetieth(prompts, true) };
}

function ninetieth(prompts: readonly RecordedPrompt[], tokenize: boolean): number | null {
  const repositories = new Set(prompts.map(({ repository }) => repository));
  if (repositories.size < 2) return null;
  const errors = [...repositories].flatMap((without) => {
    const [other, own] = [true, false].map((is) => prompts.filter(({ repository }) => (repository !== without) === is));
    const [first] = prompts;
    if (first === undefined || other === undefined || own === undefined) return [];
    const rates = fitFamily(first.family, other);
    if (tokenize && rates.tokenizer === null) return [];
    return own
      .filter(({ total }) => total >= 200)
      .map((prompt) => Math.abs(predicted(prompt, rates, tokenize) / prompt.total - 1));
  });
  if (errors.length < ENOUGH) return null;
  const found = errors.toSorted((a, b) => a - b)[Math.ceil(0.9 * errors.length) - 1] ?? 1;
  const hasTokenizer = prompts.some(({ family }) => tokenizers[family] !== undefined);
  const least = tokenize ? LEAST_TOKENIZED : hasTokenizer ? LEAST_BESIDE_TOKENIZER : LEAST;
  return Number(Math.max(found, least).toFixed(3));
}

/** Fewer prompts say nothing about a tenth. */
const ENOUGH = 10;

/** However near a few recorded prompts lie, other texts may lie farther. */
const LEAST = 0.05;
const LEAST_TOKENIZED = 0.02;
/** Where a tokenizer can be asked, an estimate is taken at its word only farther off: of names and terms that it holds whole it says a third too much. */
const LEAST_BESIDE_TOKENIZER = 0.15;
