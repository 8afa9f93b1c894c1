import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { sameParameters } from "../../wires/same-parameters.ts";
import { isSurelyAbove } from "../compare-to-minimum.ts";
import { storedEnd } from "../engines/stored-end.ts";
import { bearsBehind } from "../prompt/bears-content.ts";
import { levels, orderPrompt, type PromptUnit, thinkingTurn } from "../prompt/order-prompt.ts";
import { settingSeeds } from "../prompt/level-seeds.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";
import { CountedPrompt } from "./counted-prompt.ts";
import { outlineChain } from "./outline-chain.ts";

type Prompt = { readonly layout: Layout; readonly model: string };

/** Of a parent and of its child. */
export type Chains = readonly [stored: PromptChain, asked: PromptChain];

/**
 * Both chains of a pair by their structure, if the child surely repeats all that its parent sent under the same settings, and if the
 * parent's entry is surely longer than the model's minimum. Null for all other pairs: then keys and lengths decide. `chains` makes
 * the whole chains, for a length that somebody reads.
 */
export function outlinePair(parent: Prompt, child: Prompt, rules: ProviderRules, chains: () => Chains): Chains | null {
  // What a shared prefix serves hangs on its length to the token.
  if (rules.engine === "shared-prefix" || !continues(parent, child, rules)) return null;
  const { rule } = findModelRule(rules, parent.model);
  const outlined = (prompt: Prompt, units: readonly PromptUnit[], chain: () => PromptChain): Outline => {
    const counted = new CountedPrompt({ ...prompt, units }, rule.stringEqualsTextBlock);
    return { counted, chain: outlineChain({ ...prompt, units, rules, chain, counted }) };
  };
  const before = orderPrompt(parent.layout, rules, rule);
  const after = orderPrompt(child.layout, rules, rule);
  const stored = outlined(parent, before, () => chains()[0]);
  const asked = outlined(child, after, () => chains()[1]);
  if (!isCountedAlike(stored.counted, asked.counted)) return null;
  const end = storedEnd(stored.chain, rules)?.link ?? -1;
  const isClear = end === -1 || isSurelyAbove(stored.chain, parent.layout, end, stored.chain.minimumTokens);
  return isClear ? [stored.chain, asked.chain] : null;
}

type Outline = { readonly counted: CountedPrompt; readonly chain: PromptChain };

/** Whether the child's units begin with all of the parent's, and whether no setting changes a key. */
function continues(parent: Prompt, child: Prompt, rules: ProviderRules): boolean {
  const [{ units: before }, { units: after }] = [parent.layout, child.layout];
  if (parent.model !== child.model || messagesStart(before) !== messagesStart(after)) return false;
  if (!before.every((unit, at) => unit === after[at] || isMoved(unit, after[at]))) return false;
  const { rule } = findModelRule(rules, parent.model);
  if (thinkingTurn(parent.layout, rule) !== thinkingTurn(child.layout, rule)) return false;
  if (rules.contents.some(({ bearer }) => bearsBehind(child.layout, before.length, bearer))) return false;
  if (sameParameters(parent.layout, child.layout)) return true;
  const [ours, theirs] = [settingSeeds(parent.layout, rules, rule), settingSeeds(child.layout, rules, rule)];
  return levels.every((level) => ours[level] === theirs[level]);
}

/** Whether two units hold the same bytes at two places. */
function isMoved(unit: Layout["units"][number], other: Layout["units"][number] | undefined): boolean {
  return other !== undefined && originOf(other) === originOf(unit);
}

/** Whether the same units have the same lengths in both prompts. */
function isCountedAlike({ around: before }: CountedPrompt, { around: after }: CountedPrompt): boolean {
  return before.head === after.head && before.basis === after.basis;
}
