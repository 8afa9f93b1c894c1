import type { BreakCost } from "../../kernel/break-cost.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";

/** `about 21,121 tokens of the parent's prefix were not read (estimate); about $0.0570 more, by prices of 2026-11-21`. */
export function breakText(cost: BreakCost): string {
  const { lostTokens, grade, pricesOf } = cost;
  const lost =
    lostTokens === 0
      ? `no token was lost (${GRADES[grade]})`
      : `${about(grade)}${pluralize(lostTokens, "token")} that could have been read ${lostTokens === 1 ? "was" : "were"} not read (${GRADES[grade]})`;
  const money =
    pricesOf === null || (lostTokens === 0 && (cost.usd ?? 0) === 0) ? "" : `; ${moneyText(cost, pricesOf)}`;
  return `${lost}${money}${aloneText(cost)}`;
}

/** What each of several causes costs alone: fixing one may save nothing before the next. */
function aloneText({ causes, grade }: BreakCost): string {
  // What the provider did not serve is nothing to fix.
  const ours = causes.filter(({ code }) => code !== "CB705");
  if (ours.length < 2) return "";
  const each = ours.map(({ code, savesTokens, savesUsd }) => {
    const saved = savesUsd === null ? pluralize(savesTokens, "token") : `$${Math.max(0, savesUsd).toFixed(4)}`;
    return `${code} alone ${savesTokens === 0 ? "saves nothing" : `saves ${about(grade)}${saved}`}`;
  });
  return `; fixing ${each.join(", ")}`;
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
  if (usd === null) return `unknown model ${escapeControlChars(model ?? "without a name")}: no price`;
  return `${about(grade)}$${Math.abs(usd).toFixed(4)} ${usd < 0 ? "less" : "more"}, by prices of ${pricesOf.slice(0, 10)}${assumesLifetime === true ? `, ${ASSUMED}` : ""}`;
}

/** Said where the request asks for several lifetimes, and the answer does not tell them apart. */
const ASSUMED = "all writes priced as five-minute writes: the lifetime or its price is unknown";
