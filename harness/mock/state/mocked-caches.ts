import type { DialectName } from "../../kernel/layout.ts";
import { inventorOf } from "../../providers/list.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { createPromptCache } from "../../cache-model/engines/create-prompt-cache.ts";
import type { Answer, Prediction, PromptCache } from "../../cache-model/prompt-cache.ts";
import type { PromptChain } from "../../cache-model/prompt/prompt-chain.ts";
import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import type { CachedRequest, ProviderCache } from "../../providers/provider.ts";
import type { PromptRequest } from "../mock-wire.ts";
import type { ResponsePlan } from "../plan-response.ts";

/** The facts that decide which cache answers a request. */
export type MockedPrompt = Pick<PromptRequest, "provider" | "model" | "layout"> & Pick<CachedRequest, "headers">;

/**
 * The rules by which a mocked request is cached: its provider's, by model and wire format. If that provider's cache has no model,
 * those of the inventor of the wire format.
 */
export function rulesOfPrompt(
  { provider, model, layout, headers = [] }: MockedPrompt,
  caches?: readonly ProviderCache[],
): ProviderRules {
  const request = { model, dialect: layout.dialect, isMarked: isMarked(layout), headers };
  return rulesOf({ provider, ...request }, caches) ?? usualRules(request.dialect);
}

/** The rules of the inventor of the wire format, for an unknown model. */
function usualRules(wire: DialectName): ProviderRules {
  const usual = inventorOf(wire).caches.at(-1);
  if (usual === undefined) throw new Error(`the inventor of ${wire} has no cache`);
  return usual.rules;
}

function isMarked({ automaticMark, units }: PromptRequest["layout"]): boolean {
  return automaticMark !== null || units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
}

/**
 * The caches of all mocked providers, each empty until its first answer. Virtual time passes in a response only while it is held.
 * A response's entry can be read when it begins, unless its provider waits for its end and the response is held on the way there.
 */
export class MockedCaches {
  readonly #caches = new Map<ProviderRules, PromptCache>();
  readonly #storing = new WeakMap<ResponsePlan, Storing>();

  predict(rules: ProviderRules, chain: PromptChain, nowMs: number): Prediction {
    return this.#of(rules).predict(chain, nowMs);
  }

  /** Remembers what a planned response will store, if it begins. */
  expect(plan: ResponsePlan, rules: ProviderRules, answer: PlannedAnswer): ResponsePlan {
    const { prediction } = plan;
    if (prediction === null) return plan;
    const waitsForEnd = readableFromEnd(rules) && isHeldOnItsWay(plan);
    this.#storing.set(plan, { cache: this.#of(rules), prediction, answer, waitsForEnd });
    return plan;
  }

  began(plan: ResponsePlan, firstByteMs: number): void {
    const storing = this.#storing.get(plan);
    if (storing !== undefined && !storing.waitsForEnd) store(storing, firstByteMs);
  }

  /** The last byte was sent, or the connection broke. */
  ended(plan: ResponsePlan, endMs: number): void {
    const storing = this.#storing.get(plan);
    if (storing?.waitsForEnd === true) store(storing, endMs);
  }

  #of(rules: ProviderRules): PromptCache {
    const cache = this.#caches.get(rules) ?? createPromptCache(rules);
    this.#caches.set(rules, cache);
    return cache;
  }
}

/** An answer as it joins its prompt. */
export type PlannedAnswer = Omit<Answer, "endMs">;

type Storing = {
  readonly cache: PromptCache;
  readonly prediction: Prediction;
  readonly answer: PlannedAnswer;
  readonly waitsForEnd: boolean;
};

function store({ cache, prediction, answer }: Storing, endMs: number): void {
  cache.commit(prediction, endMs, { endMs, ...answer });
}

function readableFromEnd(rules: ProviderRules): boolean {
  return rules.engine === "marked-blocks" ? rules.readableFrom.value === "end" : true;
}

function isHeldOnItsWay({ parts }: ResponsePlan): boolean {
  return parts.some(({ part }, index) => part === "hold" && index > 0);
}
