import { allRules } from "../../diagnosis/registry.ts";
import { codesWithoutRule } from "../../diagnosis/codes-without-rule.ts";
import { findCode } from "../../diagnosis/find-rule.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import { describe, misuse } from "../misuse.ts";

/**
 * The code of a finding by code or slug; an asymmetric matcher stays as it is.
 *
 * @throws HarnessError HX541 for an unknown code: an assertion on it would hold by accident
 */
export function checkCode(caller: string, code: unknown): unknown {
  if (typeof code === "object" && code !== null && "asymmetricMatch" in code) return code;
  const known = typeof code === "string" ? findCode(code) : null;
  if (known !== null) return known.code;
  const words = [...allRules, ...codesWithoutRule].flatMap((each) => [each.code, each.slug]);
  const nearest = typeof code === "string" ? nearestWord(code, words) : null;
  const fix =
    nearest === null ? "write a code such as CB202; forkproof explain lists them" : `did you mean "${nearest}"?`;
  throw misuse("HX541", `${caller}: unknown finding code ${describe(code)}`, fix);
}
