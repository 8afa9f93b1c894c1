import { countedIn } from "../kernel/inspection/counter-timeline.ts";
import type { Inspection } from "../kernel/inspection/inspection.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { renderCounters } from "./render-counters.ts";
import { type CommandWords, renderIncidents } from "./render-incidents.ts";
import { renderInspect } from "./render-inspect.ts";
import { TREE } from "./inspection-tree.ts";
import { labelled, makeTextLayout } from "./tables/text-layout.ts";

/** A recording for a person: the tree of its requests if they are few or all were asked for, otherwise its incidents. */
export function renderInspection(
  inspection: Inspection,
  { isWhole, ...words }: CommandWords & { readonly isWhole: boolean },
  style: TextStyle,
): string {
  return judgedPart(inspection, isWhole, words, style) + countedPart(inspection, style);
}

function judgedPart(inspection: Inspection, isWhole: boolean, words: CommandWords, style: TextStyle): string {
  if (isWhole) return renderInspect(inspection, style, "full");
  if (inspection.exchanges.length <= TREE && inspection.groups === undefined)
    return renderInspect(inspection, style, "folded");
  return renderIncidents(inspection, words, style);
}

/** Files that hold only counters, below those that were judged: they are in none of the figures above. */
function countedPart({ counters }: Inspection, style: TextStyle): string {
  if (counters === undefined) return "";
  const text = `${pluralize(countedIn(counters), "request")} without bodies: compared with nothing, and in no figure above`;
  const head = labelled("counters", text, 10, makeTextLayout(style));
  return `\n${head.map((line) => `${line}\n`).join("")}\n${renderCounters(counters, style)}`;
}
