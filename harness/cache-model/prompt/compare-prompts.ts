import type { Layout, Segment } from "../../kernel/layout.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { KeyRules } from "../../providers/rules/cache-rules.ts";
import { digestUnit } from "./digest-unit.ts";
import { effective, parametersOn } from "./level-seeds.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { levels, orderPrompt } from "./order-prompt.ts";
import type { PromptChain } from "./prompt-chain.ts";
import { readParameter } from "./read-parameter.ts";

/** A request as a provider remembers it to compare a later one with. */
export type RememberedPrompt = { readonly layout: Layout; readonly chain: PromptChain; readonly rules: KeyRules };

/** Where two prompts part first, whatever a cache holds. */
export type PromptDifference = {
  readonly segment: Segment;
  /** Tokens of the earlier prompt's head that both share. */
  readonly sharedTokens: number;
};

/** The earliest difference; null if the later prompt only adds turns, is the same, or stops earlier. Breakpoints do not count. */
export function comparePrompts(before: RememberedPrompt, after: RememberedPrompt): PromptDifference | null {
  let links = 0;
  for (const segment of levels) {
    const [ours, theirs] = [digestsOf(before, segment), digestsOf(after, segment)];
    const parted = ours.findIndex(({ digest }, index) => digest !== theirs[index]?.digest);
    const isWhole = parted === -1 || (segment === "messages" && parted >= theirs.length);
    const shared = isWhole ? ours : ours.slice(0, parted);
    links += shared.filter(({ isBlock }) => isBlock).length;
    // Turns may be added; a tool or a system block may not.
    if (isWhole && (segment === "messages" || ours.length === theirs.length)) continue;
    return { segment, sharedTokens: before.chain.links[links - 1]?.tokens ?? 0 };
  }
  return null;
}

/** Whether a parameter differs, by its effective value and not by its spelling. Of the model its family counts. */
export function differsIn(name: string, before: RememberedPrompt, after: RememberedPrompt): boolean {
  if (name === "model") return familyOf(before.chain.model) !== familyOf(after.chain.model);
  const parameter = parametersOn(before.rules, before.layout.dialect).find((each) => each.name === name);
  const read = ({ layout, chain, rules }: RememberedPrompt): string =>
    parameter === undefined
      ? canonicalJson(readParameter(layout, name) ?? null)
      : effective(layout, parameter, findModelRule(rules, chain.model).rule);
  return read(before) !== read(after);
}

function digestsOf(
  { layout, chain, rules }: RememberedPrompt,
  segment: Segment,
): readonly { readonly digest: string; readonly isBlock: boolean }[] {
  const { rule } = findModelRule(rules, chain.model);
  return orderPrompt(layout, rules, rule)
    .filter(({ unit }) => unit.segment === segment)
    .map(({ unit }) => {
      return {
        digest: digestUnit(layout.body, unit, rule.stringEqualsTextBlock).digest,
        isBlock: unit.unit === "block",
      };
    });
}
