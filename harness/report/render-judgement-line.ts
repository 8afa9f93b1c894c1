import type { Judgement } from "../kernel/judgement.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { makePaint } from "./tables/paint.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { verdictBrush } from "./render-judgement.ts";

/** One judgement in one line, for a reader of many: verdict, reusable, the pair, and the codes that explain a loss. */
export function renderJudgementLine(judgement: Judgement, source: string, style: TextStyle): string {
  const { verdict, reusable, parent, child, findings } = judgement;
  const codes = findings.filter(({ role }) => role !== "note").map(({ code, slug }) => `${code} ${slug}`);
  const pair = `${source} ${parent.id} -> ${child.id}`;
  const brush = makePaint(style.colour)[verdictBrush[verdict]];
  return `${brush(verdict.padEnd(18))}  ${reusable.padEnd(7)}  ${escapeControlChars([pair, ...codes].join("  "))}\n`;
}
