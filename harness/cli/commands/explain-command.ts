import { type CodeWithoutRule, codesWithoutRule } from "../../diagnosis/codes-without-rule.ts";
import { findCode } from "../../diagnosis/find-rule.ts";
import { allRules } from "../../diagnosis/registry.ts";
import type { Rule } from "../../diagnosis/rule.ts";
import type { SequenceRule } from "../../diagnosis/sequence-rule.ts";
import { type Explanation, renderCodes, renderExplain } from "../../report/render-explain.ts";
import { renderJson } from "../../report/render-json.ts";
import type { Command } from "../command.ts";
import { unknownWord, usageError } from "../usage-error.ts";

/** The page of a finding code; without one, the list of all. */
export const explainCommand: Command = async ({ positionals, options }, { out, outStyle }) => {
  const [wanted] = positionals;
  const asJson = options.has("json");
  if (wanted === undefined) {
    const codes = allCodes.map((code) => pageOf(code)).sort((a, b) => (a.code < b.code ? -1 : 1));
    out(asJson ? renderJson({ schema: "forkproof/codes@1", codes }) : renderCodes(codes, outStyle));
  } else {
    const page = pageOf(codeNamed(wanted));
    out(asJson ? renderJson({ schema: "forkproof/explanation@2", ...page }) : renderExplain(page, outStyle));
  }
  return 0;
};

type Code = Rule | SequenceRule | CodeWithoutRule;

const allCodes: readonly Code[] = [...allRules, ...codesWithoutRule];

function codeNamed(wanted: string): Code {
  const found = findCode(wanted);
  if (found !== null) return found;
  const family = /^HX(\d)\d\d$/i.exec(wanted.trim())?.[1];
  if (family !== undefined) throw harnessCode(wanted.trim().toUpperCase(), family);
  const names = allCodes.flatMap(({ code, slug }) => [code, slug]);
  throw unknownWord("HX506", "finding", wanted, names, "forkproof explain lists all codes");
}

/** Codes of forkproof's own errors look alike and are another thing: where they are printed they say how to fix them. */
function harnessCode(code: string, family: string): Error {
  const about = FAMILIES[family];
  const what = about === undefined ? `unknown code ${code}` : `${code} is an error ${about}, not a finding`;
  const fix = "read the `where` and `fix` lines printed with it; forkproof explain lists the findings";
  return usageError("HX506", what, fix);
}

const FAMILIES: Readonly<Record<string, string>> = {
  "1": "in a scenario",
  "2": "in a recording or a cassette",
  "3": "of a replay",
  "4": "on the way to a provider",
  "5": "in how forkproof was called, or in what surrounds it",
};

/** The code without its detector, which is code and no part of the page. */
function pageOf(code: Code): Explanation {
  const { slug, segment, severity, providerReason, title, when, why, fix } = code;
  const text = { code: code.code, slug, segment, severity, providerReason, title, when, why, fix };
  if ("status" in code) return { ...text, status: code.status, example: null };
  const found = { ...text, status: "found" } as const;
  return "watch" in code ? { ...found, example: code.example } : { ...found, example: code.example };
}
