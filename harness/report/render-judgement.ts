import type { FindingRole } from "../kernel/finding.ts";
import type { Judgement, Verdict } from "../kernel/judgement.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { breakText } from "./lines/break-text.ts";
import { divergenceLines } from "./lines/divergence-lines.ts";
import { byRole, findingLines } from "./lines/finding-lines.ts";
import { pluralize, formatCount } from "../kernel/text/format-count.ts";
import type { Paint } from "./tables/paint.ts";
import { ratioText } from "./lines/ratio-text.ts";
import { headed, inset, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

export const verdictBrush: Readonly<Record<Verdict, keyof Paint>> = {
  "byte-identical": "good",
  "rendered-identical": "good",
  diverged: "bad",
  "not-comparable": "warn",
};

/** One judgement for a person: the verdict in a sentence, what it rests on, the first difference, the findings. */
export function renderJudgement(judgement: Judgement, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const sections = [
    headlineOf(judgement, sheet),
    inset(sheet, 2, (narrower) => factsOf(judgement, narrower)),
    ...evidenceSections(judgement, sheet),
  ];
  return terminalSafe(`${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

/** The details of a judgement, part by part: the first difference, then each finding. */
export function evidenceSections(judgement: Judgement, sheet: TextLayout): readonly (readonly string[])[] {
  const { divergence, findings } = judgement;
  return [
    ...(divergence === null ? [] : [divergenceLines(divergence, sheet)]),
    ...byRole(findings).map((finding) => findingLines(finding, sheet)),
  ];
}

export function headlineOf(judgement: Judgement, sheet: TextLayout): readonly string[] {
  const { verdict } = judgement;
  return headed(verdict, sheet.paint[verdictBrush[verdict]], sentences[verdict](judgement), 2, sheet);
}

const sentences: Readonly<Record<Verdict, (judgement: Judgement) => string>> = {
  "byte-identical": (judgement) => `${repeats(judgement)}, byte for byte${yet(judgement)}`,
  "rendered-identical": (judgement) =>
    `${repeats(judgement)}, ${judgement.normalisations.join(", ")} excluded${yet(judgement)}`,
  diverged: ({ parent, child, divergence }) =>
    `request ${child.id} leaves request ${parent.id} at ${divergence?.pointer ?? "an unknown place"}`,
  "not-comparable": ({ parent, child, reusableBecause }) =>
    [`requests ${parent.id} and ${child.id} have nothing to compare`, ...reusableBecause].join(": "),
};

/** Who reads the headline alone must not take an equal prefix for a cache that is read. */
function yet({ findings }: Judgement): string {
  const codesOf = (wanted: FindingRole): string =>
    findings.flatMap(({ role, code }) => (role === wanted ? [code] : [])).join(", ");
  const [lost, refused] = [codesOf("cause"), codesOf("invalid")];
  return `${lost && `, and yet its cache is lost: ${lost}`}${refused && `, and yet the provider refuses it: ${refused}`}`;
}

function repeats({ parent, child, class: pairClass, sharedEnd }: Judgement): string {
  if (sharedEnd !== null && pairClass !== "shortened") {
    return `request ${child.id} repeats request ${parent.id} up to ${sharedEnd}, the fork point that was asked for`;
  }
  return pairClass === "shortened"
    ? `request ${child.id} stops within request ${parent.id}, and repeats it as far as it goes`
    : `request ${child.id} repeats all of request ${parent.id}`;
}

function factsOf(judgement: Judgement, sheet: TextLayout): readonly string[] {
  const { parent, child, chosen, breakCost, ratio } = judgement;
  const rows: readonly (readonly [label: string, text: string | null])[] = [
    ["parent", `${parent.id}, ${pluralize(parent.bytes, "byte")}, sha256 ${parent.sha256.slice(0, 12)}`],
    ["child", `${child.id}, ${pluralize(child.bytes, "byte")}, sha256 ${child.sha256.slice(0, 12)}`],
    ["chosen", chosen],
    ["rules", `${judgement.dialect ?? "unknown wire format"}, provider ${judgement.provider ?? "unknown"}`],
    ["class", judgement.class],
    ["shared", sharedText(judgement)],
    ["aside", asideText(judgement)],
    ["fork at", judgement.sharedEnd],
    ["reusable", reusableText(judgement)],
    ["cost", breakCost === null ? null : breakText(breakCost)],
    ["ratio", ratio === null || ratio.observed === null ? null : ratioText(ratio)],
    ["provider", judgement.providerReason === null ? null : `says ${judgement.providerReason}`],
  ];
  return rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, text, 10, sheet)));
}

/** Why two requests cannot be compared the headline says. */
function reusableText({ verdict, reusable, reusableBecause }: Judgement): string {
  return reusableBecause.length === 0 || verdict === "not-comparable"
    ? reusable
    : `${reusable}: ${reusableBecause.join("; ")}`;
}

/** The excluded differences that the shared part needed; on `rendered-identical` the headline already shows them. */
function asideText({ verdict, normalisations }: Judgement): string | null {
  return verdict === "diverged" && normalisations.length > 0 ? normalisations.join(", ") : null;
}

function sharedText({ shared, examined }: Judgement): string {
  if (examined.bytes === 0) return "nothing was examined";
  // Rounded down: what is not quite all must never read as 100 %.
  const percent = (Math.floor((1000 * shared.bytes) / examined.bytes) / 10).toFixed(1);
  const blocks = `${formatCount(shared.blocks)} of ${pluralize(examined.blocks, "block")}`;
  return `${blocks}, ${formatCount(shared.bytes)} of ${pluralize(examined.bytes, "byte")} (${percent} %)`;
}
