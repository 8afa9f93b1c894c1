import { type Finding, type FindingCode, isBreak } from "../../kernel/finding.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { Evidence, ExpectedBreak } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkExactly } from "./parts/check-exactly.ts";
import { unproducible } from "./parts/unproducible.ts";

const schema = {
  description:
    "Exactly these codes (or slugs) with role cause or invalid, in any turn. By default none except those that `expectBreak` excuses.",
  type: "array",
  uniqueItems: true,
  items: { $ref: "#/definitions/finding" },
} as const;

/** Always checked: a scenario that does not write it expects no cause. */
export const findings: ExpectationOf<typeof schema, readonly FindingCode[]> = {
  name: "findings",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: decodeFindings,
  unproducible: (codes, { kind }) => [
    ...codes
      .filter((code) => WARNING_CODES.includes(code))
      .map((code) =>
        unproducible(["findings"], "value", `expects ${code}, which is a warning`, "write it under `warnings`"),
      ),
    ...codes
      .filter((code) => kind !== "session" && SEQUENCE_CODES.includes(code))
      .map((code) =>
        unproducible(
          ["findings"],
          "value",
          `expects ${code}, which only a whole recording can show`,
          "judge the recording with `session: { source }`, or remove the code",
        ),
      ),
  ],
  check: (codes, evidence) => [checkCauses(codes, evidence)],
};

/** Codes that are a warning of a run and never a finding. A test compares these lists with the catalogue. */
export const WARNING_CODES: readonly FindingCode[] = ["CB900"];

/** Codes that only several requests in a row can show. */
export const SEQUENCE_CODES: readonly FindingCode[] = ["CB209", "CB311", "CB504", "CB505", "CB602"];

/** The codes whose rules are notes: they make no request unreadable. */
export const NOTE_CODES: readonly FindingCode[] = [
  "CB421",
  "CB506",
  "CB509",
  "CB510",
  "CB703",
  "CB901",
  "CB902",
  "CB903",
  "CB904",
];

/** Codes for codes and slugs; the two names of one finding count once. */
export function decodeFindings(names: readonly string[], { findings }: Vocabulary): readonly FindingCode[] {
  return [...new Set(names.flatMap((name) => findings.get(name) ?? []))];
}

/**
 * Compares the causes that were found with those that the scenario names. `expectBreak` excuses the causes in blocks at the place that it
 * declares. Causes in parameters, breakpoints, routing and time must always be named, as must those of later turns.
 */
function checkCauses(
  findings: readonly FindingCode[] | null,
  { judgements, expectBreak, unpaired = [], laterTurns = [] }: Evidence,
): CheckResult {
  const declarable = [...judgements.flatMap((each) => each.findings), ...unpaired];
  const all = [...declarable, ...laterTurns];
  const named = findings ?? [];
  const counted = all.filter(
    (finding) => isBreak(finding) || isNamedNote(finding, named) || isNamedMasked(finding, named),
  );
  const place = expectBreak === null ? null : declaredPlace(expectBreak, judgements);
  const isBound = expectBreak !== null && expectBreak.at !== null;
  const isLater = (each: Finding): boolean => laterTurns.includes(each);
  const misplaced = isBound ? counted.filter((each) => isInBlock(each) && !isAt(each, place) && !isLater(each)) : [];
  // A cause that would break next is not part of the declared break.
  const behind = isBound
    ? declarable.filter((each) => isMasked(each) && !isAt(each, place) && !named.includes(each.code))
    : [];
  // A cause that several pairs share is named once.
  const codes = codesOf(counted);
  const unexcused = codesOf(counted.filter((each) => !isInBlock(each) || !isAt(each, place) || isLater(each)));
  const excused = findings === null ? codes.filter((code) => !unexcused.includes(code)) : [];
  const wanted = findings ?? excused;
  const held = checkExactly("findings", codes, wanted, judgements.length);
  const unnamed = counted.filter((each) => !misplaced.includes(each) && !wanted.includes(each.code));
  const isUndeclared = expectBreak === null && judgements.some(({ verdict }) => verdict === "diverged");
  const seen = unnamed.length > 0 && unnamed.length === counted.length ? [] : [held.observed];
  return {
    ...held,
    status: misplaced.length + behind.length === 0 ? held.status : "failed",
    expected: findings === null && place !== null ? `only causes in blocks at ${place}` : held.expected,
    observed: [...seen, ...outside([...misplaced, ...behind], place), ...toName(unnamed, codes, isUndeclared)].join(
      "; ",
    ),
  };
}

/** The place of the declared break: `at`, else the expected first difference, else the first difference. */
function declaredPlace({ at, divergesAt }: ExpectedBreak, judgements: Evidence["judgements"]): string | null {
  const first = judgements.find((each) => each.divergence !== null);
  return at ?? divergesAt ?? first?.divergence?.pointer ?? null;
}

function isInBlock({ role, segment }: Finding): boolean {
  return role === "cause" && BLOCKS.includes(segment);
}

const BLOCKS: readonly Finding["segment"][] = ["tools", "system", "messages"];

/** On the block itself, or inside the list that the place names. */
function isAt({ pointer }: Finding, place: string | null): boolean {
  return place !== null && pointer !== null && (pointer === place || pointer.startsWith(`${place}/`));
}

/** A block that differs too, behind the first difference: it breaks next. */
function isMasked({ role, segment }: Finding): boolean {
  return role === "masked" && BLOCKS.includes(segment);
}

function isNamedMasked(finding: Finding, expected: readonly FindingCode[]): boolean {
  return isMasked(finding) && expected.includes(finding.code);
}

/** A code that is never more than a note counts only if the scenario names it. */
function isNamedNote({ code, role }: Finding, expected: readonly FindingCode[]): boolean {
  return role === "note" && NOTE_CODES.includes(code) && expected.includes(code);
}

function codesOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ code }) => code))];
}

/** A cause elsewhere is a different break from the declared one, even with an excused code. */
function outside(misplaced: readonly Finding[], place: string | null): readonly string[] {
  const places = new Set(misplaced.map((each) => `${each.code} ${whereIs(each)}, outside \`expectBreak.at\` ${place}`));
  return [...places];
}

/** Shows what to add if the findings are intended: a block that differs needs a reason, too. */
function toName(unnamed: readonly Finding[], codes: readonly string[], isUndeclared: boolean): readonly string[] {
  if (unnamed.length === 0) return [];
  const places = new Set(unnamed.map((each) => `${each.code} ${whereIs(each)}`));
  const line = `findings: [${codes.toSorted().join(", ")}]`;
  const reason = isUndeclared ? ", and give the scenario `expectBreak: { reason: … }`" : "";
  const listed = [...places].slice(0, MOST).join(", ");
  return [`not expected: ${listed}; if this is meant, write \`${line}\` under \`expect\`${reason}`];
}

/** A message lists at most this many places. */
const MOST = 5;

function whereIs({ segment, pointer }: Finding): string {
  return pointer === null ? `in ${segment}` : `in ${segment} at ${pointer}`;
}
