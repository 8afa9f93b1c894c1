import type { BreakCost } from "../kernel/break-cost.ts";
import { countOf } from "./format-count.ts";
import { printable } from "../kernel/printable.ts";

/** `about 21,121 tokens of the parent's prefix were not read (estimate); about $0.0570 more, by prices of 2026-11-21`. */
export function breakText(cost: BreakCost): string {
  const { lostTokens, grade, pricesOf } = cost;
  if (lostTokens === 0) return `none: the parent left no token that is not read (${GRADES[grade]})`;
  const tokens = `${about(grade)}${countOf(lostTokens, "token")} that the parent left ${lostTokens === 1 ? "is" : "are"} not read (${GRADES[grade]})`;
  return pricesOf === null ? tokens : `${tokens}; ${moneyText(cost, pricesOf)}`;
}

/** Whether what was not reported is an estimate, said beside a number. */
function about(grade: BreakCost["grade"]): string {
  return grade === "reported" ? "" : "about ";
}

const GRADES: Readonly<Record<BreakCost["grade"], string>> = {
  reported: "as reported",
  anchored: "estimated between reported totals",
  estimate: "an estimate: no usage tells it",
};

function moneyText({ usd, model, grade, assumesLifetime }: BreakCost, pricesOf: string): string {
  if (usd === null) return `unknown model ${printable(model ?? "without a name")}: no price`;
  return `${about(grade)}$${usd.toFixed(4)} more, by prices of ${pricesOf.slice(0, 10)}${assumesLifetime === true ? `, ${ASSUMED}` : ""}`;
}

/** Said where the request asks for several lifetimes, and the answer does not tell them apart. */
const ASSUMED = "all writes taken as kept for minutes: nobody tells for how long, or at what price";
