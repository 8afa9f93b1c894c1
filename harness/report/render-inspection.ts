import type { Inspection } from "../kernel/inspection/inspection.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { type CommandWords, renderIncidents } from "./render-incidents.ts";
import { renderInspect } from "./render-inspect.ts";

/** So many requests are quicker read as a tree than as a list of causes. */
const TREE = 20;

/** A recording for a person: the tree of its requests if they are few or all were asked for, otherwise its incidents. */
export function renderInspection(
  inspection: Inspection,
  { isWhole, ...words }: CommandWords & { readonly isWhole: boolean },
  style: TextStyle,
): string {
  if (isWhole) return renderInspect(inspection, style, "full");
  if (inspection.exchanges.length <= TREE && inspection.groups === undefined)
    return renderInspect(inspection, style, "folded");
  return renderIncidents(inspection, words, style);
}
