import { sum } from "../../kernel/numbers.ts";
import { copiesIn, type InspectedSources, type LeftOut } from "../../kernel/inspection/inspected-sources.ts";
import type { TextStyle } from "../../kernel/text/text-style.ts";
import { wrapText } from "../../report/tables/wrap-text.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";

/**
 * The files that were read, in a few lines for stderr: the formats that were detected, and everything that was left out. `lister` prints
 * the lines that are too many for it; null where no document has them.
 */
export function describeSources(
  sources: InspectedSources,
  { columns }: Pick<TextStyle, "columns">,
  lister: "--json" | "inspect --json" | null = "inspect --json",
): readonly string[] {
  // Further lines are shifted by two.
  return described(sources, lister).map((line) => `${wrapText(line, columns - 2).join("\n  ")}\n`);
}

function described(sources: InspectedSources, lister: string | null): readonly string[] {
  const { name, files, damaged, passedOver } = sources;
  const requests = files.reduce((sum, file) => sum + file.requests, 0);
  const [only] = files;
  const format =
    only === undefined || files.length > 1 ? pluralize(files.length, "recording") : withArticle(only.format);
  const mixed = files.length > 1 ? ` (${countedFormats(files)})` : "";
  return [
    `${name}: ${format} of ${pluralize(requests, "request")}${mixed}\n`,
    ...copyLines(copiesIn(sources)),
    ...joinedLines(sum(files.map(({ joined = 0 }) => joined))),
    ...failedLines(sum(files.map(({ failed = 0 }) => failed))),
    ...leftOutLines(files.flatMap(({ leftOut = [] }) => leftOut)),
    ...listed(
      passedOver.map(({ name: file, why }) => `passed over ${file}: ${why}\n`),
      ["file is", "files are"],
      "passed over",
      lister,
    ),
    ...listed(
      damaged.map(
        ({ where, what, isUnfinished }) =>
          `${isUnfinished ? "not finished" : "left out"}: ${what} (${placeIn(name, what, where)})\n`,
      ),
      ["line is", "lines are"],
      "left out",
      lister,
    ),
  ];
}

/** The first line names the one file, and `what` mostly names the line. */
function placeIn(name: string, what: string, where: string): string {
  const place = where.replace(`${name}, `, "");
  const [, line, offset] = /^(line \d+) \((.+)\)$/.exec(place) ?? [];
  return line !== undefined && offset !== undefined && what.startsWith(line) ? offset : place;
}

function copyLines(copies: number): readonly string[] {
  if (copies === 0) return [];
  const what = copies === 1 ? "1 request that is a copy of another" : `${formatCount(copies)} requests that are copies`;
  return [`left out: ${what} (same bytes, time and answer)\n`];
}

function joinedLines(joined: number): readonly string[] {
  if (joined === 0) return [];
  return [
    `joined: ${pluralize(joined, "response")} of batches with their requests; prices lack a batch's discount if a response does not name its tier\n`,
  ];
}

function failedLines(failed: number): readonly string[] {
  return failed === 0 ? [] : [`failed: ${pluralize(failed, "request")} of batches, without a response\n`];
}

/** Each kind on one line, however many files hold it. */
function leftOutLines(all: readonly LeftOut[]): readonly string[] {
  const byKind = Map.groupBy(all, ({ what }) => what);
  return [...byKind].map(([what, each]) => `left out: ${what} (${formatCount(sum(each.map(({ count }) => count)))})\n`);
}

/** So many lines are named. */
const SHOWN = 3;

function listed(
  lines: readonly string[],
  [one, several]: readonly [string, string],
  what: string,
  lister: string | null,
): readonly string[] {
  const rest = lines.length - SHOWN;
  if (rest <= 0) return lines;
  const [more, which] =
    rest === 1 ? [`1 more ${one} ${what}`, "it"] : [`${formatCount(rest)} more ${several} ${what}`, "them"];
  return [...lines.slice(0, SHOWN), lister === null ? `${more}\n` : `${more}: ${lister} lists ${which}\n`];
}

function withArticle(format: string): string {
  if (format === "cassette") return "a cassette";
  if (format === "traffic" || format === "ground-truth") return `a ${format} file`;
  return `read as ${format}, a recording`;
}

function countedFormats(files: InspectedSources["files"]): string {
  const counts = Map.groupBy(files, ({ format }) => format);
  return [...counts].map(([format, all]) => `${formatCount(all.length)} ${format}`).join(", ");
}
