import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import { markedBlocks } from "../../wires/marked-blocks.ts";
import { modelOf } from "../../wires/model-of.ts";
import type { Block, Layout } from "../../kernel/layout.ts";
import type { Step } from "../sequence-rule.ts";

/** Message blocks with a breakpoint of their own, in order. Empty if the request has the automatic breakpoint. */
export function markedMessageBlocks(layout: Layout): readonly Block[] {
  if (layout.automaticMark !== null) return [];
  const blocks = markedBlocks(layout).map(({ block }) => block);
  return blocks.filter(({ segment }) => segment === "messages");
}

/** Whether the provider stores by breakpoints; null if its cache has no model. */
export function honorsBreakpoints({ layout, sent, provider }: Step): boolean {
  const model = modelOf(layout, sent.path) ?? "";
  const rules = rulesOf({ provider: provider ?? "", model, dialect: layout.dialect, isMarked: true });
  return rules?.engine === "marked-blocks";
}
