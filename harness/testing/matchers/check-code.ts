import { allRules } from "../../diagnosis/registry.ts";
import type { FindingCode, FindingSlug } from "../../kernel/finding.ts";
import { codesWithoutRule } from "../../diagnosis/codes-without-rule.ts";
import { findCode } from "../../diagnosis/find-rule.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { describe, misuse } from "../misuse.ts";
import type { MatcherState } from "./matcher.ts";

/** A finding code such as `CB202`, or its slug such as `tool-removed`. */
export type FindingName = FindingCode | FindingSlug;

/** Such as `expect.stringMatching(/^CB3/)`: it must fit the text of a code or slug. */
export type FindingMatcher = { readonly asymmetricMatch: (other: unknown) => boolean };

/**
 * The codes that an assertion means: one by its code or slug, or all that an asymmetric matcher fits.
 *
 * @throws HarnessError HX541 for an unknown code, and for a matcher that fits no code: `.not` on it would hold by accident
 */
export function codesMeant(caller: string, wanted: unknown, { equals }: MatcherState): ReadonlySet<string> {
  if (typeof wanted !== "object" || wanted === null || !("asymmetricMatch" in wanted)) {
    return new Set([checkCode(caller, wanted)]);
  }
  const meant = catalogue().filter(({ code, slug }) => equals(code, wanted) || equals(slug, wanted));
  if (meant.length > 0) return new Set(meant.map(({ code }) => code));
  const fix = "match the text of a code or slug, such as expect.stringMatching(/^CB3/); forkproof explain lists them";
  throw misuse("HX541", `${caller}: the asymmetric matcher fits no finding code`, fix);
}

/** The code of a finding by code or slug. @throws HarnessError HX541 for an unknown one */
export function checkCode(caller: string, code: unknown): string {
  const known = typeof code === "string" ? findCode(code) : null;
  if (known !== null) return known.code;
  const words = catalogue().flatMap((each) => [each.code, each.slug]);
  const nearest = typeof code === "string" ? nearestWord(code, words) : null;
  const fix =
    nearest === null ? "write a code such as CB202; forkproof explain lists them" : `did you mean "${nearest}"?`;
  throw misuse("HX541", `${caller}: unknown finding code ${describe(code)}`, fix);
}

function catalogue(): readonly { readonly code: string; readonly slug: string }[] {
  return [...allRules, ...codesWithoutRule];
}
