import type { SideEvidence } from "../side-evidence.ts";
import { isJsonObject } from "../reading/json-value.ts";
import { readSetting } from "./differing-settings.ts";

/** How a request's thinking budget and its `max_tokens` stand to one another. */
export type ThinkingBudget = {
  readonly maxTokens: number;
  /** As declared. */
  readonly budget: number;
  /** Tokens that are left for thinking: a budget must stay below `max_tokens`. */
  readonly effective: number;
  /** The budget is what `max_tokens` leaves, by the provider's rule or by a client that obeys it. */
  readonly clamped: boolean;
};

/** Null where the request sets no budget or no `max_tokens`. */
export function readThinkingBudget(side: SideEvidence): ThinkingBudget | null {
  const thinking = readSetting(side, "thinking");
  const maxTokens = readSetting(side, "max-tokens");
  const budget = isJsonObject(thinking) ? thinking["budget_tokens"] : undefined;
  if (typeof maxTokens !== "number" || typeof budget !== "number") return null;
  return { maxTokens, budget, effective: Math.min(budget, maxTokens - 1), clamped: budget >= maxTokens - 1 };
}

/** Whether the two budgets differ because `max_tokens` does and one of them is clamped by it. */
export function isClampedApart(parent: ThinkingBudget | null, child: ThinkingBudget | null): boolean {
  if (parent === null || child === null || parent.maxTokens === child.maxTokens) return false;
  return parent.effective !== child.effective && (parent.clamped || child.clamped);
}
