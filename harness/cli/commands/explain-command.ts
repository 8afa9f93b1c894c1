import { rules } from "../../diagnosis/registry.ts";
import type { Rule } from "../../diagnosis/rule.ts";
import { type Explanation, renderCodes, renderExplain } from "../../report/render-explain.ts";
import { renderJson } from "../../report/render-json.ts";
import type { Command } from "../command.ts";
import { unknownWord } from "../usage-error.ts";

/** The page of a finding code; without one, the list of all. */
export const explainCommand: Command = async ({ positionals, options }, { out, outStyle }) => {
  const [wanted] = positionals;
  const asJson = options.has("json");
  if (wanted === undefined) {
    const codes = rules.map((rule) => pageOf(rule)).sort((a, b) => (a.code < b.code ? -1 : 1));
    out(asJson ? renderJson({ schema: "forkproof/codes@1", codes }) : renderCodes(codes, outStyle));
  } else {
    const page = pageOf(ruleNamed(wanted));
    out(asJson ? renderJson({ schema: "forkproof/explanation@1", ...page }) : renderExplain(page, outStyle));
  }
  return 0;
};

function ruleNamed(wanted: string): Rule {
  const word = wanted.toLowerCase();
  const rule = rules.find(({ code, slug }) => code.toLowerCase() === word || slug === word);
  if (rule !== undefined) return rule;
  const names = rules.flatMap(({ code, slug }) => [code, slug]);
  throw unknownWord("HX506", "finding", wanted, names, "forkproof explain lists all codes");
}

/** The rule without its detector, which is code and no part of the page. */
function pageOf({ code, slug, segment, severity, providerReason, title, why, mend, example }: Rule): Explanation {
  return { code, slug, segment, severity, providerReason, title, why, mend, example };
}
