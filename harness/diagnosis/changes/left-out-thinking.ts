import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import type { Evidence } from "../evidence.ts";
import type { Observation } from "../rule.ts";
import { sharedUnits } from "../reading/breakpoints.ts";
import { partedKey } from "../facts/parted-key.ts";

/**
 * Older Claude models leave the thinking of earlier turns out of the prompt once a text of the user follows tool results
 * (harness/providers/FACTS.md#anthropic-changes). If a fork's directive is such a text, its prompt is another from the first of these thoughts
 * on. The next turn of a conversation cannot avoid that, so there it is a note.
 */
export function thinkingLeftOut(evidence: Evidence): Observation | null {
  const model = evidence.child.model() ?? "";
  const rules = evidence.cache()?.rules;
  if (rules === undefined || findModelRule(rules, model).rule.dropsOldThinking !== true) return null;
  const parted = partedKey(evidence);
  if (parted === null || parted.at.kind !== "thinking") return null;
  const { pointer } = parted.at;
  const blocks = sharedUnits(evidence.comparison).filter(({ unit }) => unit === "block");
  const behind = blocks.slice(blocks.findIndex((block) => block.pointer === pointer) + 1);
  return {
    observed: `${model} leaves out the thinking of earlier turns, since a text of the user follows tool results`,
    pointer,
    fix: "Put the fork's directive into a tool result, which leaves the thinking where it is.",
    ...(evidence.isNextTurn === true
      ? { harmless: true, severity: "low" }
      : { lostBytes: behind.reduce((bytes, { span }) => bytes + span.end - span.start, 0) }),
  };
}
