import type { Layout } from "../../kernel/layout.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";
import type { KeyRules, ModelRule } from "../../providers/rules/cache-rules.ts";
import { digestUnit } from "../prompt/digest-unit.ts";
import type { PromptUnit } from "../prompt/order-prompt.ts";

/** A prompt in the order in which its units enter the key. */
type OrderedPrompt = { readonly layout: Layout; readonly units: readonly PromptUnit[] };

/**
 * How many leading units of two prompts have the same keys, if their settings do. Only units with other bytes are digested: a client moves its
 * breakpoint, and the block is the same to the key.
 */
export function sharedUnits(
  parent: OrderedPrompt,
  child: OrderedPrompt,
  rules: KeyRules,
  { stringEqualsTextBlock }: ModelRule,
): number {
  const isSame = (left: PromptUnit, right: PromptUnit): boolean => {
    if (left.level !== right.level) return false;
    if (originOf(left.unit) === originOf(right.unit)) return true;
    const digestOf = ({ layout: { body } }: OrderedPrompt, { unit }: PromptUnit): string =>
      digestUnit(body, unit, stringEqualsTextBlock).digest;
    return digestOf(parent, left) === digestOf(child, right);
  };
  let shared = 0;
  for (const left of parent.units) {
    const right = child.units[shared];
    if (right === undefined || !isSame(left, right)) break;
    shared += 1;
  }
  // Where every tool's key says the whole list, one other tool is another key for each.
  const tools = Math.max(toolsOf(parent), toolsOf(child));
  return rules.toolsAreOneBlock.value && shared < tools ? 0 : shared;
}

function toolsOf({ units }: OrderedPrompt): number {
  const end = units.findIndex(({ level }) => level !== "tools");
  return end === -1 ? units.length : end;
}
