import type { Alternative, InspectedExchange, ParentEvidence } from "../../kernel/inspection/inspection.ts";
import { labelled, type TextLayout } from "../tables/text-layout.ts";

/** An exchange as it is drawn: ids may be cut short. */
export type DrawnExchange = InspectedExchange & {
  /**
   * Values of `--parent-of` that settle its parent, with whole ids: the alternatives, then the current parent. Empty without a
   * doubt.
   */
  readonly settledBy: readonly string[];
};

/** Why an exchange is taken to continue its parent, and what else it may continue. A plain turn needs no reason. */
export function parentLines(exchange: DrawnExchange, sheet: TextLayout): readonly string[] {
  const { parent, relation, parentBecause, alternatives, suspected } = exchange;
  const isNamed = parentBecause.some((each) => each === "said" || each === "forkOf");
  const isPlain = relation === "turn" && !isNamed && alternatives.length === 0;
  const reasons = parent === null || isPlain ? [] : parentBecause.map((each) => EVIDENCE[each]);
  return [
    ...(reasons.length === 0 ? [] : labelled("because", reasons.join(", "), 8, sheet)),
    ...(alternatives.length === 0 && suspected.length === 0
      ? []
      : labelled("doubt", doubtText(exchange), 8, sheet, sheet.paint.warn)),
  ];
}

const EVIDENCE: Readonly<Record<ParentEvidence, string>> = {
  "repeats-answer": "it repeats the parent's answer",
  "answers-call": "it answers the parent's call",
  "directive-of-call": "its directive is the input of the parent's call",
  "shared-prefix": "it shares the parent's prefix",
  forkOf: "the recording names the parent",
  said: "the user named the parent",
};

/** `may continue 7 instead: diverged, CB407; settle it with --parent-of 9=7 or --parent-of 9=2` */
function doubtText({ parent, alternatives, suspected, settledBy }: DrawnExchange): string {
  if (alternatives.length === 0) return `${suspected.join(" or ")} may explain that nothing was read`;
  const later = alternatives.filter(({ isLater }) => isLater);
  const shown = later.length > 0 ? later : alternatives;
  const others = shown.map(({ parent }) => parent).join(" or ");
  const verdicts = shown.length === 1 ? shown.map(({ verdict }) => verdict) : shown.map(verdictOf);
  if (later.length > 0)
    return `may continue ${others}, which was sent later: ${[...verdicts, ...suspected].join(", ")}; correct the clock that dated it, or the order of the files`;
  const settling = settledBy.map((pair) => `--parent-of ${quoted(pair)}`).join(" or ");
  const how = parent === null ? ", whose conversation it repeats in one text" : " instead";
  return `may continue ${others}${how}: ${[...verdicts, ...suspected].join(", ")}; settle it with ${settling}`;
}

function verdictOf({ parent, verdict }: Alternative): string {
  return `${verdict} of ${parent}`;
}

/** As a shell takes it for one word. */
function quoted(pair: string): string {
  return /^[\w.@/#:%+,=-]+$/.test(pair) ? pair : `'${pair.replaceAll("'", String.raw`'\''`)}'`;
}
