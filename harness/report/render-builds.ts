import type {
  BuildChange,
  BuildComparison,
  BuildFigures,
  MemberDifference,
  OutsideLosses,
} from "../kernel/inspection/build-comparison.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { formatCount, pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { divergenceLines } from "./lines/divergence-lines.ts";
import { usdText } from "../kernel/text/usd-text.ts";
import { type Column, columnTable, plain } from "./tables/column-table.ts";
import { wrapText } from "./tables/wrap-text.ts";
import { labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

/** Two builds of an agent for a person: their figures, what became worse, and where their requests first differ. */
export function renderBuilds(comparison: BuildComparison, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const { before, after, conversations } = comparison;
  const lines = [
    ...matchLines(conversations).flatMap((line) => wrapText(line, sheet.columns)),
    ...wrapText(countText(comparison), sheet.columns),
    "",
    ...[before, after].flatMap(({ name }, at) => labelled(at === 0 ? "before" : "after", name, 8, sheet)),
    ...figureTable(comparison, sheet),
    "",
    ...changeLines(comparison, sheet),
    "",
    ...differenceLines(comparison, sheet),
    ...unmatchedLines(comparison),
  ];
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

/** What was compared, and how far that carries. */
function matchLines({
  matched,
  byPosition,
  onlyBefore,
  onlyAfter,
}: BuildComparison["conversations"]): readonly string[] {
  const most = matched + Math.max(onlyBefore, onlyAfter);
  return [
    `${pluralize(matched, "conversation")} matched; ${onlyBefore} only before, ${onlyAfter} only after`,
    ...(byPosition === 0
      ? []
      : [`${byPosition} of these by position alone: the first message differs, so they may be two different tasks`]),
    ...(2 * matched >= most
      ? []
      : [`little is comparable: the figures leave out the conversations that only one recording has`]),
  ];
}

/** Over what the figures are. */
function countText({ requests: { matched, onlyBefore, onlyAfter } }: BuildComparison): string {
  if (onlyBefore === 0 && onlyAfter === 0) return `${pluralize(matched, "request")} matched: all`;
  const of = `of ${matched + onlyBefore} before, of ${matched + onlyAfter} after`;
  return `${pluralize(matched, "request")} matched ${of}; the figures are over these`;
}

/** Equal requests say nothing of those that only one recording has, nor of those that belong to no conversation. */
function unmatchedLines({ before, after, requests }: BuildComparison): readonly string[] {
  const { matched, onlyBefore, onlyAfter } = requests;
  const others = [before.requests - matched - onlyBefore, after.requests - matched - onlyAfter] as const;
  return [
    ...countLine("not compared: ", "only ", [onlyBefore, onlyAfter]),
    ...countLine("without a prompt: ", "", others),
  ];
}

function countLine(label: string, only: string, [before, after]: readonly [number, number]): readonly string[] {
  const parts = [
    ...(before === 0 ? [] : [`${pluralize(before, "request")} ${only}before`]),
    ...(after === 0 ? [] : [`${pluralize(after, "request")} ${only}after`]),
  ];
  return parts.length === 0 ? [] : [`${label}${parts.join(", ")}`];
}

/** So many headers and fields are listed. */
const LISTED = 8;

function changeLines(
  { before, after, requests, changes, headers, fields }: BuildComparison,
  sheet: TextLayout,
): readonly string[] {
  const said = (mark: "header" | "field", all: readonly MemberDifference[]): readonly Row[] => [
    ...all.slice(0, LISTED).map((each): Row => ({ mark: `· ${mark}`, text: memberText(each, requests.matched) })),
    ...(all.length <= LISTED ? [] : [{ mark: `· ${mark}`, text: `${all.length - LISTED} more: --json lists them` }]),
  ];
  const rows: readonly Row[] = [
    ...changes.map(changeRow),
    ...outsideRows(before, after, changes),
    ...[before, after].flatMap((build, at) => unmatchedRows(build, at === 0 ? "before" : "after")),
    ...said("header", headers),
    ...said("field", fields),
  ];
  if (rows.length === 0) return ["no figure changed"];
  const width = Math.max(...rows.map(({ mark }) => mark.length)) + 2;
  return [
    ...(changes.length === 0 ? ["no figure changed"] : []),
    ...rows.flatMap(({ mark, text, isWorse }) =>
      labelled(mark, text, width, sheet, isWorse === true ? sheet.paint.bad : (plainText) => plainText),
    ),
  ];
}

function changeRow({ isWorse, isOutside, what, text }: BuildChange): Row {
  if (isOutside === true) return { mark: `? ${what}`, text: `${text}, not by what the client sent` };
  return { mark: `${isWorse ? "!" : "·"} ${what}`, text, isWorse };
}

/** What the provider and pauses cost each build. It is not the client's, so it decides nothing. */
function outsideRows(before: BuildFigures, after: BuildFigures, changes: readonly BuildChange[]): readonly Row[] {
  const sides = [before, after].flatMap(({ outside }, at): readonly Row[] =>
    outside === null ? [] : [{ mark: "· outside", text: `${at === 0 ? "before" : "after"}: ${lossText(outside)}` }],
  );
  if (!changes.some(({ isOutside }) => isOutside === true)) return sides;
  const unexplained = "no finding explains it; the first requests may have met a warm cache, or another account";
  return [
    ...sides,
    ...(after.outside === null && changes.some(({ what, isOutside }) => isOutside === true && what !== "unknown")
      ? [{ mark: "· outside", text: unexplained }]
      : []),
    { mark: "· outside", text: "--fail-on-usage exits 1 for what is marked ?" },
  ];
}

function lossText({ codes, tokens, usd }: OutsideLosses): string {
  const causes = Object.entries(codes).map(([code, count]) => `${code} in ${pluralize(count, "request")}`);
  const lost = tokens === null ? "cost unknown" : `about ${formatCount(Math.round(tokens))} tokens not read`;
  return `${causes.join(", ")}; ${lost}${usd === null ? "" : `, ${usdText(usd)}`}`;
}

type Row = { readonly mark: string; readonly text: string; readonly isWorse?: boolean };

function memberText({ name, before, after, requests }: MemberDifference, matched: number): string {
  const where = requests === matched ? "" : ` (${requests} of ${matched} requests)`;
  return `${name}: ${before ?? "not sent"} -> ${after ?? "not sent"}${where}`;
}

/** A break that only one recording could show does not count, and a reader should still see it. */
function unmatchedRows({ unmatchedCauses }: BuildFigures, build: string): readonly Row[] {
  const causes = Object.entries(unmatchedCauses).map(([code, count]) => `${code} in ${pluralize(count, "request")}`);
  if (causes.length === 0) return [];
  return [
    {
      mark: "· unmatched",
      text: `not counted, as no request of the other build is there: ${causes.join(", ")} ${build}`,
    },
  ];
}

function differenceLines({ requests, fields, firstDifference }: BuildComparison, sheet: TextLayout): readonly string[] {
  const { matched, differing } = requests;
  if (firstDifference === null) {
    const what = fields.length === 0 ? "requests are equal" : "requests have the same prompts";
    return [`all ${matched} matched ${what}`];
  }
  const counts = (["tools", "system", "messages"] as const).flatMap((segment) =>
    differing[segment] === 0 ? [] : [`${segment} in ${differing[segment]}`],
  );
  return [
    ...wrapText(`of ${pluralize(matched, "matched request")}, these differ: ${counts.join(", ")}`, sheet.columns),
    ...wrapText(
      escapeControlChars(`request ${firstDifference.before} before, ${firstDifference.after} after`),
      sheet.columns,
    ),
    ...divergenceLines(firstDifference.divergence, sheet, ["before", "after"]),
  ];
}

function figureTable({ before, after, requests }: BuildComparison, sheet: TextLayout): readonly string[] {
  const columns = [
    { head: "build", align: "left" },
    ...["requests", "conversations", "broken", "ratio", "per 1,000"].map((head): Column => ({ head, align: "right" })),
  ] as const;
  const builds = [
    ["before", before, requests.onlyBefore],
    ["after", after, requests.onlyAfter],
  ] as const;
  const { matched } = requests;
  const rows = builds.map(([build, { conversations, broken, compared, ratio, usdPerThousand }, only]) => [
    plain(build),
    plain(only === 0 ? String(matched) : `${matched} of ${matched + only}`),
    plain(String(conversations)),
    plain(`${broken} of ${compared}`),
    plain(ratio === null ? "?" : `${(ratio * 100).toFixed(1)} %`),
    plain(usdPerThousand === null ? "?" : usdText(usdPerThousand)),
  ]);
  return columnTable(columns, 0, rows, sheet);
}
