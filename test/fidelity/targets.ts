import type { SimulatedExchange } from "../../harness/kernel/simulation.ts";
import { knownMiss } from "./known-misses.ts";

/** What the models promise of recorded traffic; by provider, never by file. */
type Target = {
  readonly says: string;
  readonly of: (exchange: SimulatedExchange) => boolean;
  readonly holds: (exchange: SimulatedExchange) => boolean;
  readonly atLeast: number;
};

/** A target with what was found. `not asked`: no recording held anything that it speaks of. */
export type HeldTarget = {
  readonly says: string;
  readonly outcome: "kept" | "missed" | "not asked";
  /** Whether all that misses it is known, one by one: it is missed all the same. */
  readonly isExplained: boolean;
  readonly found: string;
};

const targets: readonly Target[] = [
  {
    says: "Anthropic: follow-ups exact",
    of: (exchange) => exchange.provider === "anthropic" && isFollowUp(exchange),
    holds: ({ score }) => score === "exact",
    atLeast: 0.98,
  },
  {
    says: "Anthropic: class of the read right",
    of: (exchange) => exchange.provider === "anthropic" && isFollowUp(exchange),
    holds: ({ class: place }) => place.predicted === place.recorded,
    atLeast: 0.99,
  },
  {
    says: "OpenAI since GPT-5.6: follow-ups exact",
    of: (exchange) => exchange.provider === "openai" && isSinceGpt56(exchange) && isFollowUp(exchange),
    holds: ({ score }) => score === "exact",
    atLeast: 1,
  },
  {
    says: "OpenAI before GPT-5.6: multiples of 128, never above the bound",
    of: (exchange) => exchange.provider === "openai" && !isSinceGpt56(exchange) && isFollowUp(exchange),
    holds: isWithinBound,
    atLeast: 1,
  },
  {
    says: "DeepSeek: within the bound",
    of: (exchange) => exchange.provider === "deepseek" && isFollowUp(exchange),
    holds: isWithinBound,
    atLeast: 0.99,
  },
  {
    says: "DeepSeek: class of the read right",
    of: (exchange) => exchange.provider === "deepseek" && isFollowUp(exchange),
    holds: ({ class: place }) => place.predicted === place.recorded,
    atLeast: 0.95,
  },
  {
    says: "Bedrock: follow-ups exact",
    of: (exchange) => exchange.provider === "bedrock" && isFollowUp(exchange),
    holds: ({ score }) => score === "exact",
    atLeast: 0.9,
  },
  {
    says: "OpenRouter: follow-ups exact, of the right entry or within the bound",
    of: (exchange) => exchange.provider === "openrouter" && isFollowUp(exchange),
    holds: (exchange) => exchange.score === "right-entry" || isWithinBound(exchange),
    atLeast: 0.9,
  },
  {
    says: "Gemini, Groq, Mistral, xAI, Z.ai: never above the bound",
    of: (exchange) => PROMISING_NOTHING.has(exchange.provider) && isFollowUp(exchange),
    holds: isWithinBound,
    atLeast: 0.95,
  },
];

const PROMISING_NOTHING: ReadonlySet<string | null> = new Set(["gemini", "groq", "mistral", "xai", "zai"]);

export function heldTargets(exchanges: readonly SimulatedExchange[]): readonly HeldTarget[] {
  return targets.map(({ says, of, holds, atLeast }) => {
    const asked = exchanges.filter(of);
    const kept = asked.filter(holds).length;
    const isMet = kept >= atLeast * asked.length;
    const outcome = asked.length === 0 ? "not asked" : isMet ? "kept" : "missed";
    const isExplained = asked.every((exchange) => holds(exchange) || knownMiss(exchange) !== null);
    return { says: `${says}, at least ${atLeast * 100} %`, outcome, isExplained, found: `${kept} of ${asked.length}` };
  });
}

function isFollowUp({ score }: SimulatedExchange): boolean {
  return score !== "first" && score !== "not-scored";
}

function isWithinBound({ score }: SimulatedExchange): boolean {
  return score === "exact" || score === "within-bound";
}

function isSinceGpt56({ model }: SimulatedExchange): boolean {
  return model !== null && /^gpt-(?:5\.[6-9]|6)/.test(model);
}
