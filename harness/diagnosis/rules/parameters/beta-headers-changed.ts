import type { SideEvidence } from "../../side-evidence.ts";
import { betaHeaders, betaMembers } from "../../../cache-model/cache-scope.ts";
import { readParameter } from "../../../cache-model/prompt/read-parameter.ts";
import { reachesPrompt } from "../../facts/prompt-betas.ts";
import { headerValues } from "../../reading/header-values.ts";
import type { Rule } from "../../rule.ts";

export const betaHeadersChanged: Rule = {
  code: "CB105",
  slug: "beta-headers-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable",
  title: "The fork switches on other betas than its parent",
  when: "A beta that is known to reach the prompt is switched on in one request alone. Any other beta is a note.",
  why: "Some betas change how tools, thinking or instructions are rendered, so the same body becomes another prompt. A beta that follows a mode of the moment breaks the prefix when the mode changes.",
  fix: "Send the parent's beta headers; decide on them once for a session.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    sent: {
      parent: { headers: [["anthropic-beta", "interleaved-thinking-2025-05-14"]] },
      broken: { headers: [] },
      fixed: { headers: [["anthropic-beta", "interleaved-thinking-2025-05-14"]] },
    },
  },
  detect({ parent, child, cache }) {
    const [before, after] = [betasOf(parent), betasOf(child)];
    const gone = [...before].filter((beta) => !after.has(beta));
    const come = [...after].filter((beta) => !before.has(beta));
    const names = [...gone, ...come];
    if (names.length === 0) return null;
    const observed = [
      ...(gone.length > 0 ? [`only the parent sends ${gone.join(", ")}`] : []),
      ...(come.length > 0 ? [`only the fork sends ${come.join(", ")}`] : []),
    ].join("; ");
    // Only some caches are kept apart by betas. Where no cache is modelled, one that reaches Anthropic's prompts may reach this one.
    const isInKey = cache()?.rules.betasInKey.value.length !== 0;
    return isInKey && names.some(reachesPrompt)
      ? { names, observed, loses: "tools" }
      : { names, observed, harmless: true };
  },
};

function betasOf({ exchange, layout }: SideEvidence): ReadonlySet<string> {
  const inHeaders = betaHeaders.flatMap((name) => headerValues(exchange.headers, name));
  const inBody = betaMembers.flatMap((name) => {
    const given = readParameter(layout, name);
    return Array.isArray(given) ? given.filter((beta) => typeof beta === "string") : [];
  });
  return new Set([...inHeaders, ...inBody]);
}
