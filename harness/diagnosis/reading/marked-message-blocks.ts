import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import { markedBlocks } from "../../wires/marked-blocks.ts";
import { modelOf } from "../../wires/model-of.ts";
import type { Block, Layout } from "../../kernel/layout.ts";
import type { Step } from "../sequence-rule.ts";

/** Blocks of messages that carry a mark of their own, in order. None where the request has the mark that moves by itself. */
export function markedMessageBlocks(layout: Layout): readonly Block[] {
  if (layout.automaticMark !== null) return [];
  const blocks = markedBlocks(layout).map(({ block }) => block);
  return blocks.filter(({ segment }) => segment === "messages");
}

/** Whether marks are what the provider stores by; where its cache is not modelled, nobody knows. */
export function honorsBreakpoints({ layout, sent, provider }: Step): boolean {
  const model = modelOf(layout, sent.path) ?? "";
  const rules = rulesOf({ provider: provider ?? "", model, dialect: layout.dialect, isMarked: true });
  return rules?.engine === "marked-blocks";
}
