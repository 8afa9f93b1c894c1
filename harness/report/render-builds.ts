import type { BuildComparison, BuildFigures } from "../kernel/inspection/build-comparison.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { divergenceLines } from "./lines/divergence-lines.ts";
import { usdText } from "./lines/usd-text.ts";
import { type Column, columnTable, plain } from "./tables/column-table.ts";
import { wrapText } from "./tables/wrap-text.ts";
import { labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

/** Two builds of an agent for a person: their figures, what became worse, and where their requests first differ. */
export function renderBuilds(comparison: BuildComparison, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const { before, after, conversations, firstDifference, headers, changes } = comparison;
  const { matched } = conversations;
  const lines = [
    ...matchLines(conversations).flatMap((line) => wrapText(line, sheet.columns)),
    "",
    ...[before, after].flatMap(({ name }, at) => labelled(at === 0 ? "before" : "after", name, 8, sheet)),
    ...figureTable(before, after, sheet),
    "",
    ...(changes.length === 0 ? ["no figure changed"] : []),
    ...changes.map(({ isWorse, what, text }) =>
      isWorse ? sheet.paint.bad(`! ${what.padEnd(12)}${text}`) : `· ${what.padEnd(12)}${text}`,
    ),
    ...headers.flatMap(({ name, before: was, after: is }) =>
      labelled("· header", `${name}: ${was ?? "not sent"} -> ${is ?? "not sent"}`, 14, sheet),
    ),
    "",
    ...(firstDifference === null
      ? ["the first requests of all matched conversations are equal"]
      : [
          escapeControlChars(
            `request ${firstDifference.before} before, ${firstDifference.after} after; ` +
              `${pluralize(firstDifference.conversations, "conversation")} of ${matched} begin differently`,
          ),
          ...divergenceLines(firstDifference.divergence, sheet, ["before", "after"]),
        ]),
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
      : [`little is comparable: the figures also count the conversations that only one recording has`]),
  ];
}

function figureTable(before: BuildFigures, after: BuildFigures, sheet: TextLayout): readonly string[] {
  const columns = [
    { head: "build", align: "left" },
    ...["requests", "conversations", "broken", "ratio", "per 1,000"].map((head): Column => ({ head, align: "right" })),
  ] as const;
  const builds = [
    ["before", before],
    ["after", after],
  ] as const;
  const rows = builds.map(([build, { requests, conversations, broken, compared, ratio, usdPerThousand }]) => [
    plain(build),
    plain(String(requests)),
    plain(String(conversations)),
    plain(`${broken} of ${compared}`),
    plain(ratio === null ? "?" : `${(ratio * 100).toFixed(1)} %`),
    plain(usdPerThousand === null ? "?" : usdText(usdPerThousand)),
  ]);
  return columnTable(columns, 0, rows, sheet);
}
