import type { Finding, FindingCode } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { DivergenceExpectation, MovesPrefix, PrefixExpectation } from "../../scenario/scenario.ts";
import { NOTE_CODES } from "../../scenario/expectations/judged-expectations.ts";
import { checkExactly } from "./check-exactly.ts";

/** What a scenario says of causes. A pair or a fork may say where it diverges, which declares the place of its break. */
export type CauseExpectation = Pick<PrefixExpectation, "findings"> & {
  readonly divergence?: DivergenceExpectation | null;
};

/**
 * Holds the causes that were found against those that the scenario names: none, unless it says otherwise. `movesPrefix` excuses the
 * causes in blocks at the place that it declares. Causes in parameters, breakpoints, routing and time are always named. `beside` are
 * findings on requests that continue none.
 */
export function checkCauses(
  judgements: readonly Judgement[],
  { findings, divergence = null }: CauseExpectation,
  movesPrefix: MovesPrefix | null,
  beside: readonly Finding[] = [],
): CheckResult {
  const all = [...judgements.flatMap((each) => each.findings), ...beside];
  const counted = all.filter((finding) => isCause(finding) || isNamedNote(finding, findings ?? []));
  const place = movesPrefix === null ? null : declaredPlace(movesPrefix, divergence, judgements);
  const isBound = movesPrefix !== null && movesPrefix.at !== null;
  const misplaced = isBound ? counted.filter((each) => isInBlock(each) && !isAt(each, place)) : [];
  // A cause that several pairs share is named once.
  const codes = codesOf(counted);
  const unexcused = codesOf(counted.filter((each) => !isInBlock(each) || !isAt(each, place)));
  const excused = findings === null ? codes.filter((code) => !unexcused.includes(code)) : [];
  const wanted = findings ?? excused;
  const held = checkExactly("findings", codes, wanted, judgements.length);
  const unnamed = counted.filter((each) => !misplaced.includes(each) && !wanted.includes(each.code));
  const seen = unnamed.length > 0 && unnamed.length === counted.length ? [] : [held.observed];
  return {
    ...held,
    status: misplaced.length === 0 ? held.status : "failed",
    expected: findings === null && place !== null ? `only causes in blocks at ${place}` : held.expected,
    observed: [...seen, ...outside(misplaced, place), ...toName(unnamed, codes)].join("; "),
  };
}

/** Where the break is meant to be: as declared, else where the scenario expects the first difference, else where the first one is. */
function declaredPlace(
  { at }: MovesPrefix,
  divergence: DivergenceExpectation | null,
  judgements: readonly Judgement[],
): string | null {
  const first = judgements.find((each) => each.divergence !== null);
  return at ?? divergence?.pointer ?? first?.divergence?.pointer ?? null;
}

function isInBlock({ role, segment }: Finding): boolean {
  return role === "cause" && BLOCKS.includes(segment);
}

const BLOCKS: readonly Finding["segment"][] = ["tools", "system", "messages"];

/** On the block itself, or inside what the place names. */
function isAt({ pointer }: Finding, place: string | null): boolean {
  return place !== null && pointer !== null && (pointer === place || pointer.startsWith(`${place}/`));
}

function isCause({ role }: Finding): boolean {
  return role === "cause" || role === "invalid";
}

/** Of codes that are never more than a note: a scenario may ask for one, and need not. */
function isNamedNote({ code, role }: Finding, expected: readonly FindingCode[]): boolean {
  return role === "note" && NOTE_CODES.includes(code) && expected.includes(code);
}

function codesOf(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ code }) => code))];
}

/** A cause elsewhere is another break than the declared one, whatever its code. */
function outside(misplaced: readonly Finding[], place: string | null): readonly string[] {
  const told = new Set(misplaced.map((each) => `${each.code} ${whereIs(each)}, outside \`movesPrefix.at\` ${place}`));
  return [...told];
}

/** The line to add for whoever means what was found. */
function toName(unnamed: readonly Finding[], codes: readonly string[]): readonly string[] {
  if (unnamed.length === 0) return [];
  const places = new Set(unnamed.map((each) => `${each.code} ${whereIs(each)}`));
  const line = `findings: [${codes.toSorted().join(", ")}]`;
  return [
    `not expected: ${[...places].slice(0, MOST).join(", ")}; if this is meant, write \`${line}\` under \`expect\``,
  ];
}

/** So many places are told. */
const MOST = 5;

function whereIs({ segment, pointer }: Finding): string {
  return pointer === null ? `in ${segment}` : `in ${segment} at ${pointer}`;
}
