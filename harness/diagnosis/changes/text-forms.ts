import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { leftOutBy } from "../../compare/left-out.ts";
import { type TextForm, textForm } from "../../compare/view-unit.ts";
import type { Layout, Unit } from "../../kernel/layout.ts";
import type { Evidence } from "../evidence.ts";
import { partedKey } from "../facts/parted-key.ts";
import type { Observation } from "../rule.ts";

/**
 * The note on equal text that one request writes as a string and the other as one text block; null if no text of the segment
 * differs so. By harness/providers/FACTS.md#same-prompt, Claude models up to 4.x treat the two as the same, as the API's types
 * define them. Third parties report that newer models do not; the stricter reading is assumed for all newer models. It is a cause
 * if the model distinguishes the two and had stored the text, otherwise a note.
 */
export function otherTextForm(evidence: Evidence, segment: "system" | "messages"): Observation | null {
  const found = firstOtherForm(evidence, segment);
  if (found === null) return null;
  const told = tellsTextForms(evidence);
  const [before, after] = [WORDS[found.parent], WORDS[found.child]];
  const model = evidence.child.model() ?? "the model";
  const lost = told === true && partedKey(evidence)?.at.pointer === found.pointer;
  const apart = told === null ? "; whether this provider tells them apart is not known" : `; ${model} tells them apart`;
  return {
    pointer: found.pointer,
    observed: `the same text is ${before} in the parent and ${after} in the fork${told === false ? "" : apart}`,
    ...(lost ? { loses: segment } : { harmless: true, severity: told === true ? "medium" : "none" }),
  };
}

const WORDS: Readonly<Record<TextForm, string>> = { string: "a string", blocks: "a text block" };

/** Whether the model's cache distinguishes a string from the same text in one block; null if unknown. */
function tellsTextForms({ cache, child }: Evidence): boolean | null {
  const rules = cache()?.rules;
  if (rules === undefined) return null;
  const { stringEqualsTextBlock } = findModelRule(rules, child.model() ?? "").rule;
  return rules.engine === "marked-blocks" || stringEqualsTextBlock ? !stringEqualsTextBlock : null;
}

type OtherForm = Readonly<Record<"parent" | "child", TextForm>> & { readonly pointer: string };

function firstOtherForm({ comparison }: Evidence, segment: "system" | "messages"): OtherForm | null {
  if (!comparison.normalisations.includes("string-as-text-block")) return null;
  const { parent, child, matched, childMatched } = comparison.segments[segment];
  const sent = promptOf(comparison.child, child, childMatched);
  for (const [index, unit] of promptOf(comparison.parent, parent, matched).entries()) {
    const other = sent[index];
    if (other === undefined || unit === other) continue;
    const [ours, theirs] = [textForm(comparison.parent.body, unit), textForm(comparison.child.body, other)];
    if (ours !== null && theirs !== null && ours !== theirs)
      return { parent: ours, child: theirs, pointer: unit.pointer };
  }
  return null;
}

/** The matched units that are prompt: those of two requests stand in step. */
function promptOf(layout: Layout, units: readonly Unit[], matched: number): readonly Unit[] {
  return units.slice(0, matched).filter((unit) => leftOutBy(layout, unit) === null);
}
