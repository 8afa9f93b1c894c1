import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { sameParameters } from "../../wires/same-parameters.ts";
import { isSurelyAbove } from "../compare-to-minimum.ts";
import { storedEnd } from "../engines/stored-end.ts";
import { bearsBehind } from "../prompt/bears-content.ts";
import { levels, orderPrompt, type PromptUnit } from "../prompt/order-prompt.ts";
import { settingSeeds } from "../prompt/level-seeds.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";
import { CountedPrompt } from "./counted-prompt.ts";
import { outlineChain } from "./outline-chain.ts";
import { sharedUnits } from "./shared-units.ts";

type Prompt = { readonly layout: Layout; readonly model: string };

/** Of a parent and of its child. */
export type Chains = readonly [stored: PromptChain, asked: PromptChain];

/**
 * Both chains of a pair by their structure, if the two were sent under the same settings, and if the parent's entry is surely longer than the
 * model's minimum. Null for all other pairs: then keys and lengths decide. `chains` makes the whole chains, for a length that somebody
 * reads.
 */
export function outlinePair(parent: Prompt, child: Prompt, rules: ProviderRules, chains: () => Chains): Chains | null {
  const { rule } = findModelRule(rules, parent.model);
  const before = orderPrompt(parent.layout, rules, rule);
  const after = orderPrompt(child.layout, rules, rule);
  const shared = sharedUnits({ ...parent, units: before }, { ...child, units: after }, rules, rule);
  if (!haveSameSeeds([parent, before], [child, after], shared, rules)) return null;
  const outlined = (prompt: Prompt, units: readonly PromptUnit[], side: string, chain: () => PromptChain): Outline => {
    const counted = new CountedPrompt({ ...prompt, units }, rule.stringEqualsTextBlock);
    return { counted, chain: outlineChain({ ...prompt, units, shared, side, rules, chain, counted }) };
  };
  const stored = outlined(parent, before, "parent", () => chains()[0]);
  const asked = outlined(child, after, "child", () => chains()[1]);
  if (!isCountedAlike(stored.counted, asked.counted)) return null;
  const end = storedEnd(stored.chain, rules)?.link ?? -1;
  const isClear = end === -1 || isSurelyAbove(stored.chain, parent.layout, end, stored.chain.minimumTokens);
  return isClear ? [stored.chain, asked.chain] : null;
}

type Outline = { readonly counted: CountedPrompt; readonly chain: PromptChain };

type Ordered = readonly [prompt: Prompt, units: readonly PromptUnit[]];

/** Whether neither a setting nor what only one of the two bears changes a key. */
function haveSameSeeds(
  [parent, before]: Ordered,
  [child, after]: Ordered,
  shared: number,
  rules: ProviderRules,
): boolean {
  if (parent.model !== child.model) return false;
  const differs = ({ layout: { units } }: Prompt, ordered: readonly PromptUnit[]): number =>
    Math.max(messagesStart(units), ordered[shared]?.index ?? units.length);
  const own = [
    [parent.layout, differs(parent, before)],
    [child.layout, differs(child, after)],
  ] as const;
  if (rules.contents.some(({ bearer }) => own.some(([layout, from]) => bearsBehind(layout, from, bearer))))
    return false;
  if (sameParameters(parent.layout, child.layout)) return true;
  const { rule } = findModelRule(rules, parent.model);
  const [ours, theirs] = [settingSeeds(parent.layout, rules, rule), settingSeeds(child.layout, rules, rule)];
  return levels.every((level) => ours[level] === theirs[level]);
}

/** Whether the same units have the same lengths in both prompts. */
function isCountedAlike({ around: before }: CountedPrompt, { around: after }: CountedPrompt): boolean {
  return before.head === after.head && before.basis === after.basis;
}
