import Table from "cli-table3";
import { type Figures, figureLines, figuresOf } from "./figures.ts";
import type { Score } from "./score.ts";

/** Figures in whole, then by wire format, by shape and by bug. */
export function printScores(scores: readonly Score[]): void {
  for (const line of figureLines(figuresOf(scores))) console.log(line);
  printBy("wire format", scores, ({ session }) => session.wire);
  printBy("recording keeps", scores, ({ session }) => session.kept);
  printBy("shape", scores, ({ sent }) => sent.truth.shape);
  printBy("bug", scores, ({ sent }) => sent.truth.bug ?? "none");
}

function printBy(head: string, scores: readonly Score[], nameOf: (score: Score) => string): void {
  const groups = Map.groupBy(scores, nameOf);
  const columns = ["requests", "parents", "deciding", "in doubt", "relations", "broken", "missed", "invented"];
  const table = new Table({ head: [head, ...columns], style: { head: [], border: [], compact: true } });
  for (const name of [...groups.keys()].sort()) table.push([name, ...cells(figuresOf(groups.get(name) ?? []))]);
  console.log(table.toString());
}

function cells(figures: Figures): readonly string[] {
  const wrong = (right: number, all: number): string => (right === all ? "all" : `${right} of ${all}`);
  return [
    String(figures.requests),
    wrong(figures.parents, figures.requests),
    wrong(figures.decidingRight, figures.deciding),
    String(figures.doubts),
    wrong(figures.relations, figures.requests),
    String(figures.broken),
    String(figures.missed),
    String(figures.invented),
  ];
}

/** Requests that did not come out right, a few lines each. */
export function printMisses(scores: readonly Score[], most: number): void {
  const misses = missesOf(scores);
  for (const miss of misses.slice(0, most)) console.log(miss);
  if (misses.length > most) console.log(`and ${misses.length - most} more`);
}

/** Each request that did not come out right, in words. */
export function missesOf(scores: readonly Score[]): readonly string[] {
  return scores.filter(isMiss).map(missLines);
}

function isMiss(score: Score): boolean {
  return (
    score.parent === "wrong" ||
    !score.isRelationRight ||
    ["missed", "invented"].includes(score.break) ||
    (score.break === "misnamed" && score.parent === "right")
  );
}

function missLines({ session, sent, got, truth, found, ...score }: Score): string {
  const { parents, relations, shape, bug, undecidable } = sent.truth;
  const also = got.alternatives.map(({ parent }) => parent).join(" ");
  return [
    `${session.name} (${session.wire}; ${session.kept})`,
    `  request ${got.id}: ${shape}, bug ${bug ?? "none"}${undecidable === null ? "" : `; undecidable: ${undecidable}`}`,
    `  parent ${parents.join(" or ")}, got ${got.parent}${also === "" ? "" : ` or ${also}`}: ${score.parent}`,
    `  relation ${relations.join(" or ")}, got ${got.relation}${score.isRelationRight ? "" : ": wrong"}`,
    `  codes ${truth.join(" ") || "none"}, got ${found.join(" ") || "none"}${got.suspected.length > 0 ? ` (suspected ${got.suspected.join(" ")})` : ""}: ${score.break}`,
  ].join("\n");
}
