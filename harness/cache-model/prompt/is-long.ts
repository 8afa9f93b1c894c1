import type { PromptChain } from "./prompt-chain.ts";

/** The place before a whole prompt, its provider's own part included. */
export const PROMPT_START = -1;

/**
 * Whether at least so many tokens stand between the ends of two links, by their places in the chain. PROMPT_START is the start of the
 * prompt, and `links.length` its end behind the trailer. A chain whose lengths were not counted yet counts no more than it needs.
 */
export function isLong(chain: PromptChain, from: number, to: number, tokens: number): boolean {
  return chain.isLong?.(from, to, tokens) ?? tokensAt(chain, to) - tokensAt(chain, from) >= tokens;
}

/** The tokens up to the end of a link. */
export function tokensAt({ links, total }: PromptChain, place: number): number {
  if (place === PROMPT_START) return 0;
  return links[place]?.tokens ?? total;
}
