import type { Unanswered } from "../../kernel/inspection/inspection.ts";
import type { BreakCost } from "../../kernel/breaks/break-cost.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { soldName } from "../../kernel/text/sold-name.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { fineUsdText } from "../../kernel/text/usd-text.ts";

/** `about 21,121 cached tokens lost (estimated; no usage reported); about $0.0570 more, at prices of 2026-11-21`. */
export function breakText(cost: BreakCost): string {
  const { lostTokens, grade, pricesOf } = cost;
  const lost =
    lostTokens === 0
      ? `no tokens lost (${GRADES[grade]})`
      : `${about(grade)}${pluralize(lostTokens, "cached token")} lost (${GRADES[grade]})`;
  const money =
    pricesOf === null || (lostTokens === 0 && (cost.usd ?? 0) === 0) ? "" : `; ${moneyText(cost, pricesOf)}`;
  return `${lost}${money}${aloneText(cost)}`;
}

/** The cost of each of several causes alone: fixing one may save nothing before the next is fixed. */
function aloneText({ causes, grade }: BreakCost): string {
  // Entries that the provider did not serve need no fix.
  const ours = causes.filter(({ code }) => code !== "CB705");
  if (ours.length < 2) return "";
  const each = ours.map(({ code, savesTokens, savesUsd }) => {
    const saved = savesUsd === null ? pluralize(savesTokens, "token") : fineUsdText(Math.max(0, savesUsd));
    return `${code} alone ${savesTokens === 0 ? "saves nothing" : `saves ${about(grade)}${saved}`}`;
  });
  return `; fixing ${each.join(", ")}`;
}

/** Whether an unreported number is an estimate, shown next to the number. */
function about(grade: BreakCost["grade"]): string {
  return grade === "reported" ? "" : "about ";
}

const GRADES: Readonly<Record<BreakCost["grade"], string>> = {
  reported: "reported",
  anchored: "estimated between reported totals",
  estimate: "estimated; no usage reported",
};

function moneyText(cost: BreakCost, pricesOf: string): string {
  const { usd, model, grade, assumesLifetime } = cost;
  if (usd === null)
    return `price unknown for ${model === null ? "a model without a name" : escapeControlChars(soldName(cost))}`;
  return `${about(grade)}${fineUsdText(Math.abs(usd))} ${usd < 0 ? "less" : "more"}, at prices of ${pricesOf.slice(0, 10)}${assumesLifetime === true ? `, ${ASSUMED}` : ""}`;
}

/** Shown if the request asks for several lifetimes and the answer does not separate them. */
const ASSUMED = "all writes priced as five-minute writes: the lifetime or its price is unknown";

/** The cost of a break of a request that got no answer, as a sentence. */
export function unbilledText(why: Unanswered): string {
  switch (why) {
    case "refused":
      return "Nothing was billed: the provider answered with an error.";
    case "unreachable":
      return "Nothing was billed: the request did not reach the provider.";
    case "no-answer":
      return "The cost is unknown: the request was not answered.";
  }
}
