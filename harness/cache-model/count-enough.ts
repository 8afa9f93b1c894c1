import type { Layout } from "../kernel/layout.ts";
import type { Sequence } from "../kernel/sequence.ts";
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

/** Tokens of each unit of a prompt by its place, and those around them. */
export type Counted = Pick<TokenCounts, "head" | "trailer"> & {
  readonly tokensAt: (place: number) => number;
  /** How many leading units have the counts that were known. */
  readonly repeated: number;
};

type Units = Pick<Sequence<PromptUnit>, "at" | "length">;

type Counting = {
  readonly tokens: TokenCounter;
  readonly model: string;
  readonly rule: ModelRule;
  /** The count of a request whose first `agreed` units are the same. */
  readonly known: Pick<Counted, "tokensAt" | "head" | "trailer"> | null;
  readonly agreed: number;
  /** Whether every unit is counted. */
  readonly inFull: boolean;
};

/**
 * Counts a prompt as far as it takes to know that it is well above the model's minimum, and takes the rest by its bytes: a
 * counter looks at every character, and no cache asks how much longer than long a prompt is. A short prompt is counted whole.
 */
export function countEnough(layout: Layout, prompt: Units, counting: Counting): Counted {
  const enough = counting.inFull ? Infinity : ENOUGH * Math.max(counting.rule.minimumTokens, SHORT_TOKENS);
  const { known, agreed } = counting;
  // Only where a count from the beginning would look no further: lengths do not hang on what was counted before.
  const first = unitsWithin(prompt, enough * BYTES_PER_TOKEN);
  if (known !== null && first <= agreed && reaches(known.tokensAt, first, enough)) {
    const { head, trailer } = known;
    const tokensAt = (place: number): number => (place < agreed ? known.tokensAt(place) : roughly(prompt.at(place)));
    return { head, trailer, tokensAt, repeated: agreed };
  }
  for (let budget = enough * BYTES_PER_TOKEN; ; budget *= 4) {
    const exact = unitsWithin(prompt, budget);
    const counted = countHead(layout, prompt, exact, counting);
    if (exact === prompt.length || reaches(counted.tokensAt, exact, enough)) return counted;
  }
}

/** Whether so many leading units have enough tokens. */
function reaches(tokensAt: Counted["tokensAt"], units: number, enough: number): boolean {
  let sum = 0;
  for (let at = 0; at < units && sum < enough; at += 1) sum += tokensAt(at);
  return sum >= enough;
}

/** How many leading units have no more than so many bytes, and one more. */
function unitsWithin(prompt: Units, budget: number): number {
  let bytes = 0;
  for (let place = 0; place < prompt.length; place += 1) {
    const { start, end } = prompt.at(place)?.unit.span ?? NOWHERE;
    bytes += end - start;
    if (bytes > budget) return place + 1;
  }
  return prompt.length;
}

const NOWHERE = { start: 0, end: 0 } as const;

function countHead(layout: Layout, prompt: Units, exact: number, { tokens, model, rule }: Counting): Counted {
  const promptBytes = layout.units.map(() => 0);
  const indices: number[] = [];
  for (let place = 0; place < exact; place += 1) {
    const each = prompt.at(place);
    if (each === undefined) break;
    indices.push(each.index);
    promptBytes[each.index] = promptBytesOf(layout.body, each.unit, rule.stringEqualsTextBlock);
  }
  const { head, trailer, units } = tokens.count(layout, promptBytes, model);
  const tokensAt = (place: number): number =>
    place < exact ? (units[indices[place] ?? -1] ?? 0) : roughly(prompt.at(place));
  return { head, trailer, tokensAt, repeated: 0 };
}

function roughly(each: PromptUnit | undefined): number {
  if (each === undefined || each.unit.unit === "envelope") return 0;
  return Math.ceil((each.unit.span.end - each.unit.span.start) / BYTES_PER_TOKEN);
}
