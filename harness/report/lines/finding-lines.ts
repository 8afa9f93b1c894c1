import type { Finding, FindingRole } from "../../kernel/finding.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import type { Paint } from "../tables/paint.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { headed, inset, labelled, type TextLayout } from "../tables/text-layout.ts";

const labelColumns = 6;

const brushes: Readonly<Record<FindingRole, keyof Paint>> = {
  invalid: "bad",
  cause: "bad",
  masked: "warn",
  note: "faint",
};

/** One finding for a person: what was seen, where, what it costs, how to fix it. */
export function findingLines(finding: Finding, sheet: TextLayout): readonly string[] {
  const heading = `${finding.code} ${finding.slug} (${finding.role})`;
  const brush = sheet.paint[brushes[finding.role]];
  return [
    ...headed(heading, brush, observedText(finding), labelColumns, sheet),
    ...inset(sheet, labelColumns, (narrower) =>
      rows(finding).flatMap(([label, text]) => labelled(label, text, labelColumns, narrower)),
    ),
  ];
}

/** Causes of a loss first, notes last; within a role in the judge's order. */
export function byRole(findings: readonly Finding[]): readonly Finding[] {
  const order: readonly FindingRole[] = ["invalid", "cause", "masked", "note"];
  return order.flatMap((role) => findings.filter((finding) => finding.role === role));
}

/** The names belong to the sentence, unless it already says them. */
export function observedText({ names, observed }: Finding): string {
  const clauses = observed.split("; ");
  const isSaid = (name: string): boolean =>
    observed.includes(`"${name}"`) || clauses.some((clause) => clause.startsWith(`${name} `));
  const list = names.join(", ");
  const areSaid = observed.startsWith(list) || observed.includes(`(${list})`) || names.every(isSaid);
  return escapeControlChars(areSaid ? observed : `${observed}: ${list}`);
}

function rows(finding: Finding): readonly (readonly [label: string, text: string])[] {
  const at: readonly [string, string] = ["at", placeOf(finding)];
  if (finding.role === "note") return [at];
  return [
    at,
    ...costOf(finding).map((cost): readonly [string, string] => ["cost", cost]),
    ["fix", finding.fix],
    ["more", `forkproof explain ${finding.code}`],
  ];
}

function placeOf({ pointer, segment }: Finding): string {
  return pointer === null ? segment : `${pointer} (${segment})`;
}

/** Unknown values are left out: a finding without a number is not a finding that costs nothing. */
function costOf({ lostBytes, confirmed }: Finding): readonly string[] {
  const said = confirmed === null ? [] : [`the provider says ${confirmed}`];
  const lost =
    lostBytes === null ? [] : [`${pluralize(lostBytes, "byte")} of the parent's prefix cannot be read from cache`];
  const parts = [...lost, ...said];
  return parts.length === 0 ? [] : [parts.join("; ")];
}
