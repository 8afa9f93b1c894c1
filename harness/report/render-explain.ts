import type { Exchange } from "../kernel/exchange.ts";
import type { FindingCode, Severity } from "../kernel/finding.ts";
import type { Place } from "../kernel/layout.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { excerptLines } from "./lines/excerpt-lines.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { headed, inset, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";
import { splitDifference } from "./lines/split-difference.ts";
import { wrapText } from "./tables/wrap-text.ts";

/** The page of a finding. A rule of the judge fits this type; the page does not use its detection. */
export type Explanation = {
  readonly code: FindingCode;
  readonly slug: string;
  readonly segment: Place;
  readonly severity: Severity;
  readonly providerReason: string | null;
  readonly title: string;
  readonly when: string;
  readonly why: string;
  readonly fix: string;
  /** Whether rules find it in recorded requests; else a run warns of it, or nothing says it and the code is kept free. */
  readonly status: "found" | "warning" | "reserved";
  /** Null for a code that no rule finds. */
  readonly example: PairExample | SequenceExample | null;
};

/** A parent and two children of it. */
type PairExample = {
  readonly parent: string;
  readonly broken: string;
  readonly fixed: string;
  readonly sent?: Partial<Readonly<Record<"parent" | "broken" | "fixed", RequestContext>>>;
};

/** Requests in the order in which they were sent. */
type SequenceExample = { readonly broken: readonly Request[]; readonly fixed: readonly Request[] };

type Request = { readonly body: string; readonly sent?: RequestContext };

/** The relevant facts outside a body. */
type RequestContext = Partial<
  Pick<Exchange, "host" | "headers" | "forkOf" | "startedAtMs" | "firstByteMs" | "response">
>;

/** The page of one code: its meaning, its cost, its fix, and the smallest request that shows it. */
export function renderExplain(page: Explanation, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const sections = [
    headed(`${page.code} ${page.slug}`, sheet.paint.strong, page.title, 2, sheet),
    [
      ...labelled("segment", page.segment, 10, sheet),
      ...labelled("severity", page.severity, 10, sheet),
      ...labelled("provider", page.providerReason ?? "has no word for it", 10, sheet),
      ...(STATUS[page.status] === null ? [] : labelled("status", STATUS[page.status] ?? "", 10, sheet)),
    ],
    section(page.status === "reserved" ? "Why it is never reported" : "When it is reported", page.when, sheet),
    section("Why it costs", page.why, sheet),
    section("How to fix it", page.fix, sheet),
    page.example === null ? [] : exampleSection(page.example, sheet),
  ].filter(({ length }) => length > 0);
  return terminalSafe(`${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

/** Every code on a line, for a reader who does not know what to ask for. */
export function renderCodes(pages: readonly Explanation[], style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const columns = Math.max(...pages.map(({ slug }) => slug.length)) + 8;
  return pages
    .flatMap(({ code, slug, title, status }) => {
      return labelled(`${code} ${slug}`, status === "reserved" ? `${title} (reserved)` : title, columns, sheet);
    })
    .map((line) => `${line}\n`)
    .join("");
}

function section(title: string, text: string, sheet: TextLayout): readonly string[] {
  return [sheet.paint.strong(title), ...inset(sheet, 2, (narrower) => wrapText(text, narrower.columns))];
}

const STATUS: Readonly<Record<Explanation["status"], string | null>> = {
  found: null,
  warning: "a warning of run, not a finding",
  reserved: "reserved: in the catalogue, and no rule finds it",
};

function exampleSection(example: PairExample | SequenceExample, sheet: TextLayout): readonly string[] {
  return [sheet.paint.strong("Example"), ...inset(sheet, 2, (narrower) => exampleLines(example, narrower))];
}

function exampleLines(example: PairExample | SequenceExample, sheet: TextLayout): readonly string[] {
  return "parent" in example ? pairLines(example, sheet) : sequenceLines(example, sheet);
}

function pairLines({ parent, broken, fixed, sent }: PairExample, sheet: TextLayout): readonly string[] {
  const [inParent, inBroken] = splitDifference(parent, broken);
  const beside = (which: "parent" | "broken" | "fixed"): readonly string[] => sentLines(sent?.[which], sheet);
  return [
    sheet.paint.faint("parent"),
    ...inset(sheet, 2, (narrower) => excerptLines(inParent, narrower)),
    ...beside("parent"),
    sheet.paint.faint("broken"),
    ...inset(sheet, 2, (narrower) => excerptLines(inBroken, narrower)),
    ...beside("broken"),
    sheet.paint.faint("fixed"),
    ...inset(sheet, 2, (narrower) => wrapText(escapeControlChars(fixed), narrower.columns)),
    ...beside("fixed"),
  ];
}

function sequenceLines({ broken, fixed }: SequenceExample, sheet: TextLayout): readonly string[] {
  const requests = (list: readonly Request[]): readonly string[] =>
    list.flatMap(({ body, sent }, at) => [
      ...inset(sheet, 2, (narrower) => labelled(`${at + 1}`, escapeControlChars(body), 3, narrower)),
      ...sentLines(sent, sheet),
    ]);
  return [sheet.paint.faint("broken"), ...requests(broken), sheet.paint.faint("fixed"), ...requests(fixed)];
}

/** If bodies alone do not show it: the facts that were sent with them. */
function sentLines(sent: RequestContext | undefined, sheet: TextLayout): readonly string[] {
  if (sent === undefined) return [];
  const { host, headers = [], forkOf, startedAtMs, firstByteMs, response } = sent;
  const said: readonly (readonly [label: string, text: string])[] = [
    ...(typeof host === "string" ? [["host", host] as const] : []),
    ...headers.map(([name, value]) => ["header", `${name}: ${value}`] as const),
    ...(typeof forkOf === "string" ? [["fork of", forkOf] as const] : []),
    ...(typeof startedAtMs === "number" ? [["sent", `after ${startedAtMs} ms`] as const] : []),
    ...(typeof firstByteMs === "number" ? [["answer", `began ${firstByteMs} ms later`] as const] : []),
    ...(response === undefined || response === null ? [] : [["answer", response.body.toString()] as const]),
  ];
  return inset(sheet, 2, (narrower) =>
    said.flatMap(([label, text]) => labelled(label, escapeControlChars(text), 8, narrower)),
  );
}
