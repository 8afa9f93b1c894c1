import type { Layout } from "../kernel/layout.ts";
import type { ModelRule } from "./cache-rules.ts";
import { promptBytesOf } from "./digest-unit.ts";
import type { PromptUnit } from "./order-prompt.ts";
import type { TokenCounter, TokenCounts } from "./token-counter.ts";

/** How many times the minimum is counted exactly: what lies near it is doubtful by a third. */
const ENOUGH = 2;

/** A prompt up to here is counted whole also where a model caches the shortest. */
const SHORT_TOKENS = 1_024;

/** Bytes of a token, where it does not matter how many there are (recorded-traffic.md 2.4). */
const BYTES_PER_TOKEN = 4;

/** Tokens of each unit of a prompt, and those around them. */
type Counted = TokenCounts & {
  /** How many leading units have the counts that were known. */
  readonly repeated: number;
};

type Counting = {
  readonly tokens: TokenCounter;
  readonly model: string;
  readonly rule: ModelRule;
  /** The count of a request whose first `agreed` units are the same. */
  readonly known: {
    readonly counts: readonly number[];
    readonly request: Pick<TokenCounts, "head" | "trailer">;
  } | null;
  readonly agreed: number;
};

/**
 * Counts a prompt as far as it takes to know that it is well above the model's minimum, and takes the rest by its bytes: a
 * counter looks at every character, and no cache asks how much longer than long a prompt is. A short prompt is counted whole.
 */
export function countEnough(layout: Layout, prompt: readonly PromptUnit[], counting: Counting): Counted {
  const enough = ENOUGH * Math.max(counting.rule.minimumTokens, SHORT_TOKENS);
  const { known, agreed } = counting;
  // Only where a count from the beginning would look no further: lengths do not hang on what was counted before.
  const first = unitsWithin(prompt, enough * BYTES_PER_TOKEN);
  if (known !== null && first <= agreed && reaches(known.counts, first, enough)) {
    const { head, trailer } = known.request;
    return {
      head,
      trailer,
      units: known.counts.slice(0, agreed).concat(prompt.slice(agreed).map(roughly)),
      repeated: agreed,
    };
  }
  for (let budget = enough * BYTES_PER_TOKEN; ; budget *= 4) {
    const counted = countHead(layout, prompt, unitsWithin(prompt, budget), counting);
    if (counted.exact === prompt.length || counted.sum >= enough) return counted;
  }
}

/** Whether so many leading units have enough tokens. */
function reaches(counts: readonly number[], units: number, enough: number): boolean {
  let sum = 0;
  for (let at = 0; at < units && sum < enough; at += 1) sum += counts[at] ?? 0;
  return sum >= enough;
}

/** How many leading units have no more than so many bytes. */
function unitsWithin(prompt: readonly PromptUnit[], budget: number): number {
  let bytes = 0;
  const beyond = prompt.findIndex(({ unit }) => (bytes += unit.span.end - unit.span.start) > budget);
  return beyond === -1 ? prompt.length : beyond + 1;
}

function countHead(
  layout: Layout,
  prompt: readonly PromptUnit[],
  exact: number,
  { tokens, model, rule }: Counting,
): Counted & { readonly exact: number; readonly sum: number } {
  const promptBytes = layout.units.map(() => 0);
  for (const { unit, index } of prompt.slice(0, exact)) {
    promptBytes[index] = promptBytesOf(layout.body, unit, rule.stringEqualsTextBlock);
  }
  const { head, trailer, units } = tokens.count(layout, promptBytes, model);
  const counts = prompt.map((each, place) => (place < exact ? (units[each.index] ?? 0) : roughly(each)));
  return {
    head,
    trailer,
    units: counts,
    repeated: 0,
    exact,
    sum: counts.slice(0, exact).reduce((sum, count) => sum + count, 0),
  };
}

function roughly({ unit: { unit, span } }: PromptUnit): number {
  return unit === "envelope" ? 0 : Math.ceil((span.end - span.start) / BYTES_PER_TOKEN);
}
