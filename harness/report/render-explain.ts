import type { FindingCode, Severity } from "../kernel/finding.ts";
import type { Place } from "../kernel/layout.ts";
import type { TextStyle } from "../kernel/text-style.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { printable } from "./printable.ts";
import { headed, inset, labelled, makeSheet, type Sheet } from "./sheet.ts";
import { splitDifference } from "./split-difference.ts";
import { wrapText } from "./wrap-text.ts";

/** What a finding's page says. A rule of the judge is one; the page never asks how it detects. */
export type Explanation = {
  readonly code: FindingCode;
  readonly slug: string;
  readonly segment: Place;
  readonly severity: Severity;
  readonly providerReason: string | null;
  readonly title: string;
  readonly why: string;
  readonly mend: string;
  readonly example: { readonly parent: string; readonly broken: string; readonly mended: string };
};

/** The page of one code: what it means, why it costs, how to mend it, and the smallest request that shows it. */
export function renderExplain(page: Explanation, style: TextStyle): string {
  const sheet = makeSheet(style);
  const sections = [
    headed(`${page.code} ${page.slug}`, sheet.paint.strong, page.title, 2, sheet),
    [
      ...labelled("segment", page.segment, 10, sheet),
      ...labelled("severity", page.severity, 10, sheet),
      ...labelled("provider", page.providerReason ?? "has no word for it", 10, sheet),
    ],
    section("Why it costs", page.why, sheet),
    section("How to mend it", page.mend, sheet),
    [sheet.paint.strong("Example"), ...inset(sheet, 2, (narrower) => exampleLines(page.example, narrower))],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Every code on a line, for a reader who does not know what to ask for. */
export function renderCodes(pages: readonly Explanation[], style: TextStyle): string {
  const sheet = makeSheet(style);
  const columns = Math.max(...pages.map(({ slug }) => slug.length)) + 8;
  return pages
    .flatMap(({ code, slug, title }) => labelled(`${code} ${slug}`, title, columns, sheet))
    .map((line) => `${line}\n`)
    .join("");
}

function section(title: string, text: string, sheet: Sheet): readonly string[] {
  return [sheet.paint.strong(title), ...inset(sheet, 2, (narrower) => wrapText(text, narrower.columns))];
}

function exampleLines({ parent, broken, mended }: Explanation["example"], sheet: Sheet): readonly string[] {
  const [inParent, inBroken] = splitDifference(parent, broken);
  return [
    sheet.paint.faint("parent"),
    ...inset(sheet, 2, (narrower) => excerptLines(inParent, narrower)),
    sheet.paint.faint("broken"),
    ...inset(sheet, 2, (narrower) => excerptLines(inBroken, narrower)),
    sheet.paint.faint("mended"),
    ...inset(sheet, 2, (narrower) => wrapText(printable(mended), narrower.columns)),
  ];
}
