import { withListed, type LeanInspection } from "../kernel/inspection/exchange-list.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { countedText } from "./counters/counted-text.ts";
import { renderCounters } from "./render-counters.ts";
import { type CommandWords, renderChosenIncidents, renderIncidents, renderIncidentTable } from "./render-incidents.ts";
import { renderInspect } from "./render-inspect.ts";
import { TREE } from "./inspection-tree.ts";
import { labelled, makeTextLayout } from "./tables/text-layout.ts";

export type InspectionWords = CommandWords & {
  readonly isWhole: boolean;
  readonly wasWatched?: boolean;
  /** Numbers of incidents to show in full, instead of all else. */
  readonly shown?: readonly number[];
};

/**
 * A recording for a person: the tree of its requests if they are few or all were asked for, otherwise its incidents, or those that were chosen. A reader who has
 * watched the requests gets the table of incidents below a tree.
 */
export function renderInspection(
  inspection: LeanInspection,
  { isWhole, wasWatched = false, shown = [], ...words }: InspectionWords,
  style: TextStyle,
): string {
  if (shown.length > 0) return renderChosenIncidents(inspection, shown, words, style);
  const judged = judgedPart(inspection, isWhole, words, style);
  const table = wasWatched && (isWhole || isTree(inspection)) ? `\n${renderIncidentTable(inspection, style)}` : "";
  return judged + table + countedPart(inspection, style);
}

function judgedPart(inspection: LeanInspection, isWhole: boolean, words: CommandWords, style: TextStyle): string {
  if (isWhole) return renderInspect(withListed(inspection), style, "full");
  if (isTree(inspection)) return renderInspect(withListed(inspection), style, "folded");
  return renderIncidents(inspection, words, style);
}

function isTree({ exchanges, groups }: LeanInspection): boolean {
  return exchanges.length <= TREE && groups === undefined;
}

/** Files that hold only counters, below those that were judged: they are in none of the figures above. */
function countedPart({ counters }: LeanInspection, style: TextStyle): string {
  if (counters === undefined) return "";
  const text = `${countedText(counters)} without bodies: compared with nothing, and in no figure above`;
  const head = labelled("counters", text, 10, makeTextLayout(style));
  return `\n${head.map((line) => `${line}\n`).join("")}\n${renderCounters(counters, style)}`;
}
