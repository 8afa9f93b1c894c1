import { ratioText as shownRatio } from "../../kernel/numbers.ts";
import type { CountedOver } from "../../kernel/inspection/counted-over.ts";
import type { InspectedExchange, UsageExclusion } from "../../kernel/inspection/inspection.ts";
import { isBreak } from "../../kernel/finding.ts";
import type { Usage } from "../../kernel/usage.ts";
import { breakText, unbilledText } from "./break-text.ts";
import { byRole, observedText } from "./finding-lines.ts";
import { pluralize, formatCount } from "../../kernel/text/format-count.ts";
import { type DrawnExchange, parentLines } from "./parent-lines.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { ratioText } from "./ratio-text.ts";
import { rootLines } from "./root-lines.ts";
import { verdictBrush } from "../render-judgement.ts";
import { displayWidth } from "../tables/display-width.ts";
import { inset, labelled, type TextLayout } from "../tables/text-layout.ts";
import { usdText } from "../../kernel/text/usd-text.ts";
import { wrapText } from "../tables/wrap-text.ts";

/** One exchange of a recording: its parent and its verdict, then its cost and its breaks. */
export function exchangeLines(exchange: DrawnExchange, sheet: TextLayout): readonly string[] {
  const [title = "", ...others] = wrapText(titleOf(exchange), sheet.columns - 2);
  return [
    painted(title, exchange, sheet),
    ...inset(sheet, 2, (narrower) => [
      ...others,
      ...(exchange.unread !== null && exchange.usage === null ? [] : wrapText(keptText(exchange), narrower.columns)),
      ...parentLines(exchange, narrower),
      ...failureLines(exchange, narrower),
      ...byRole(exchange.findings).flatMap((finding) =>
        labelled(finding.role, `${finding.code} ${finding.slug}: ${observedText(finding)}`, 8, narrower),
      ),
      ...(exchange.breakCost === null ? [] : labelled("cost", breakText(exchange.breakCost), 8, narrower)),
      ...(exchange.unanswered === undefined || !exchange.findings.some(isBreak)
        ? []
        : labelled("cost", unbilledText(exchange.unanswered), 8, narrower)),
      ...(exchange.unserved === null ? [] : labelled("missed", breakText(exchange.unserved), 8, narrower)),
      ...rootLines(exchange.root, narrower),
    ]),
  ];
}

/** One line for a turn that kept its prefix and leaves nothing to explain; null for any other exchange. */
export function cleanTurnLine(exchange: DrawnExchange, sheet: TextLayout): string | null {
  const { verdict, reusable, usd, findings, ratio } = exchange;
  if (!isClean(exchange)) return null;
  const codes = [...new Set(findings.map(({ code }) => code))];
  const read = ratio === null || ratio.observed === null ? null : `ratio ${shownRatio(ratio.observed)}`;
  const parts = [
    `${exchange.id}: ${standingOf(exchange)}, ${verdict}${reusable === "unknown" ? ", reusable unknown" : ""}`,
    ...(read === null ? [] : [read]),
    ...(usd === null ? [] : [usdText(usd)]),
    ...(codes.length === 0 ? [] : [`${codes.length === 1 ? "note" : "notes"} ${codes.join(" ")}`]),
  ];
  // Why there are no counters stands below the tree: in a line that is too long for it, it is left out.
  const why = exchange.uncounted === null ? [] : [WHY[exchange.uncounted]];
  const fits = [[...parts, ...why], parts, parts.slice(0, 1)]
    .map((each) => escapeControlChars(each.join(", ")))
    .find((line) => displayWidth(line) <= sheet.columns - 2);
  return fits === undefined ? null : painted(fits, exchange, sheet);
}

function isClean(exchange: DrawnExchange): boolean {
  const { relation, verdict, reusable, certainty, findings, alternatives, ratio } = exchange;
  return (
    relation === "turn" &&
    (verdict === "byte-identical" || verdict === "rendered-identical") &&
    reusable !== "no" &&
    certainty === "observed" &&
    findings.every(({ role, code }) => role === "note" && !WARNS.test(code)) &&
    alternatives.length === 0 &&
    ratio?.verdict !== "low" &&
    (exchange.countedOver === null || exchange.countedOver === "one-prompt") &&
    exchange.unserved === null &&
    exchange.failed === null &&
    exchange.unread === null
  );
}

/** Notes about counters: a doubt is shown in full. */
const WARNS = /^CB9/;

function titleOf(exchange: InspectedExchange): string {
  const { id, parent, class: pairClass, verdict, reusable, unread } = exchange;
  if (unread !== null) {
    const standing = parent === null ? "" : `${standingOf(exchange)}, `;
    return escapeControlChars(`${id}: ${standing}not judged, ${unread}`);
  }
  const wire = `${exchange.model ?? "unknown model"}, ${exchange.dialect ?? "unknown wire format"}`;
  const standing = standingOf(exchange);
  if (parent === null) return escapeControlChars(`${id}: ${standing}, ${wire}`);
  const elsewhere = exchange.relation === "side" ? `, ${wire}` : "";
  return escapeControlChars(`${id}: ${standing}${elsewhere}, ${pairClass}, ${verdict}, reusable ${reusable}`);
}

function standingOf({ parent, relation, certainty }: InspectedExchange): string {
  const standing = parent === null ? relation : `${relation} of ${parent}`;
  return certainty === "suspected" ? `${standing} (suspected)` : standing;
}

function painted(title: string, { parent, verdict }: InspectedExchange, { paint }: TextLayout): string {
  return parent === null ? title : title.replace(verdict, paint[verdictBrush[verdict]](verdict));
}

function keptText(exchange: InspectedExchange): string {
  const { parent, shared, usage, countedOver: over, ratio } = exchange;
  const tokens =
    usage === null
      ? exchange.unanswered === "unreachable"
        ? "the request did not reach the provider"
        : WHY[exchange.uncounted ?? "not-reported"]
      : `${usageText(usage, over)}${ratio === null ? "" : `; ratio ${ratioText(ratio)}`}`;
  return parent === null
    ? tokens
    : `shares ${pluralize(shared.blocks, "block")}, ${pluralize(shared.bytes, "byte")}; ${tokens}`;
}

const WHY: Readonly<Record<UsageExclusion, string>> = {
  "no-answer": "no answer recorded",
  "set-aside": "usage ignored: possibly scripted",
  "not-reported": "usage not reported",
};

/** This much of a message shows what was wrong; providers may quote whole documents after it. */
const MESSAGE_CHARACTERS = 200;

function failureLines({ failed }: InspectedExchange, sheet: TextLayout): readonly string[] {
  if (failed === null) return [];
  const { status, type, message } = failed;
  const said =
    message !== null && message.length > MESSAGE_CHARACTERS ? `${message.slice(0, MESSAGE_CHARACTERS)}…` : message;
  const text = [String(status), type, said].filter((each) => each !== null).join(" ");
  return labelled("failed", escapeControlChars(text), 8, sheet, sheet.paint.bad);
}

function usageText(usage: Usage, over: CountedOver | null): string {
  const counters = [
    ["cache read", usage.read],
    ["cache write", usage.write],
    ["fresh input", usage.fresh],
  ] as const;
  const told = counters.map(([name, count]) => `${name} ${count === null ? "not reported" : formatCount(count)}`);
  return `${told.join(", ")}${over === null ? "" : OVER[over]}`;
}

const OVER: Readonly<Record<CountedOver, string>> = {
  "one-prompt": "",
  "inner-rounds": " (summed over inner rounds)",
  "hidden-prompt": " (with a prompt of the provider's own)",
  contradictory: " (which cannot be true)",
  "without-writes": " (the rest was not reported)",
  "last-step": " (of the last step alone)",
};
