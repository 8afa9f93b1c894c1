import type { Layout } from "../kernel/layout.ts";
import { tokenizedTokens } from "./estimate-tokens.ts";
import { isLong, PROMPT_START } from "./prompt/is-long.ts";
import type { Link } from "./prompt/link.ts";
import type { PromptChain } from "./prompt/prompt-chain.ts";
import { fittedRates } from "./tokens/fitted-rates.ts";
import { tokenFamilyOf } from "./tokens/token-family.ts";

/** A prefix compared with the model's minimum, and its length as far as known. */
export type MinimumComparison = { readonly side: "below" | "above" | "unclear"; readonly tokens: number };

/**
 * Whether a prefix is surely shorter or longer than its model caches. An estimate answers where it is farther from the minimum than
 * nine of ten estimates of the family are off; nearer, the model's own tokenizer does where it is public: it counts no more than up to
 * there, and is not loaded for anything else.
 */
export function compareToMinimum(
  chain: PromptChain,
  layout: Layout,
  link: Link,
  minimum: number = chain.minimumTokens,
): MinimumComparison {
  if (isSurelyAbove(chain, layout, chain.links.indexOf(link), minimum)) {
    return {
      side: "above",
      get tokens() {
        return link.tokens;
      },
    };
  }
  const { tokenizer, spread } = fittedRates.families[tokenFamilyOf(chain.model, layout.dialect)];
  const estimated = sideOf(link.tokens, minimum, spread.estimated ?? UNMEASURED);
  if (estimated !== "unclear" || tokenizer === null) return { side: estimated, tokens: link.tokens };
  const tokens = tokensUpTo(chain, layout, link);
  return { side: sideOf(tokens, minimum, spread.tokenized ?? UNMEASURED), tokens };
}

/** Whether an estimate of a prefix, which ends with the link at a place, is so far above the minimum that no error of it matters. */
export function isSurelyAbove(chain: PromptChain, layout: Layout, place: number, minimum: number): boolean {
  const { spread } = fittedRates.families[tokenFamilyOf(chain.model, layout.dialect)];
  return place !== -1 && isLong(chain, PROMPT_START, place, minimum * (1 + (spread.estimated ?? UNMEASURED)));
}

/** Whether a prefix lies so near to the minimum that the model's own tokenizer is asked, which is public. */
export function asksTokenizer(chain: PromptChain, layout: Layout, tokens: number): boolean {
  const { tokenizer, spread } = fittedRates.families[tokenFamilyOf(chain.model, layout.dialect)];
  return tokenizer !== null && sideOf(tokens, chain.minimumTokens, spread.estimated ?? UNMEASURED) === "unclear";
}

/** Whether the texts of a model can be counted by its own tokenizer. */
export function hasTokenizer(model: string, { dialect }: Layout): boolean {
  return fittedRates.families[tokenFamilyOf(model, dialect)].tokenizer !== null;
}

/** Of a family that nothing is known of (harness/providers/FACTS.md#token-lengths: tokens a byte over all of them). */
const UNMEASURED = 0.35;

function sideOf(tokens: number, minimum: number, spread: number): MinimumComparison["side"] {
  if (tokens < minimum * (1 - spread)) return "below";
  return tokens >= minimum * (1 + spread) ? "above" : "unclear";
}

/** Counted by the tokenizer, from the head of the prompt to the end of a link. */
function tokensUpTo({ links, model }: PromptChain, layout: Layout, end: Link): number {
  const covered = links.slice(0, links.indexOf(end) + 1);
  const bytes = new Map(covered.map(({ pointer, promptBytes }) => [pointer, promptBytes]));
  const messages = new Set(covered.map(({ message }) => message));
  const promptBytes = layout.units.map((unit) => {
    if (unit.unit === "block") return bytes.get(unit.pointer) ?? 0;
    return unit.segment !== "messages" || messages.has(unit.message) ? 1 : 0;
  });
  const { head, units } = tokenizedTokens.count(layout, promptBytes, model);
  return units.reduce((sum, count) => sum + count, head);
}
