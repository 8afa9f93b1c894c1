import type { Layout } from "../../kernel/layout.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { digestUnit } from "../prompt/digest-unit.ts";
import type { PromptUnit } from "../prompt/order-prompt.ts";
import type { TokenCounts } from "../token-counter.ts";

/** Whose units are counted, in the order in which they enter the key. */
type Prompt = { readonly layout: Layout; readonly units: readonly PromptUnit[]; readonly model: string };

/** Units that are counted together: a count costs something before its first unit. */
const AT_ONCE = 2;

/** The estimated lengths of a prompt, counted no further than they are asked for. They are those of `estimateTokens`. */
export class CountedPrompt {
  readonly #prompt: Prompt;
  readonly #looselyTexts: boolean;
  readonly #counts: number[] = [];
  #around: TokenCounts | null = null;

  constructor(prompt: Prompt, stringEqualsTextBlock: boolean) {
    this.#prompt = prompt;
    this.#looselyTexts = stringEqualsTextBlock;
  }

  /** What stands around the units, and what else their counts hang on. */
  get around(): Omit<TokenCounts, "units"> {
    return this.#around ?? this.#count(0, 0);
  }

  /** Whether the units from `from` on, up to and without `to`, have at least so many tokens. */
  isLong(from: number, to: number, tokens: number): boolean {
    let left = tokens;
    for (let at = from; at < to && left > 0; at += 1) left -= this.#tokensOf(at);
    return left <= 0;
  }

  #tokensOf(place: number): number {
    if (this.#counts[place] === undefined) {
      const end = Math.min(place + AT_ONCE, this.#prompt.units.length);
      const { units } = this.#count(place, end);
      const first = this.#firstIndex(place, end);
      for (let at = place; at < end; at += 1) {
        this.#counts[at] = units[(this.#prompt.units[at]?.index ?? 0) - first] ?? 0;
      }
    }
    return this.#counts[place] ?? 0;
  }

  /** What stands around them comes with any units. */
  #count(from: number, to: number): TokenCounts {
    const { layout, units, model } = this.#prompt;
    const first = this.#firstIndex(from, to);
    const promptBytes: number[] = [];
    for (const { unit, index } of units.slice(from, to)) {
      while (promptBytes.length < index - first) promptBytes.push(0);
      promptBytes[index - first] = digestUnit(layout.body, unit, this.#looselyTexts).bytes;
    }
    return (this.#around = estimateTokens.count(layout, promptBytes, model, first));
  }

  /** The layout's order may be another one: some tools enter the key behind others. */
  #firstIndex(from: number, to: number): number {
    return Math.min(...this.#prompt.units.slice(from, to).map(({ index }) => index), this.#prompt.layout.units.length);
  }
}
