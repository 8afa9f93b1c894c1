import { missingHeaders, scopeHeaders } from "../../facts/scope-headers.ts";
import { readFromCache } from "../../facts/served-prefix.ts";
import type { Rule } from "../../rule.ts";

export const cacheHeaderMissing: Rule = {
  code: "CB604",
  slug: "cache-header-missing",
  segment: "routing",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "A header that the provider needs for caching is missing in the fork",
  when: "The parent sends a header that the provider needs for caching, and the fork does not. Or the provider keeps its cache by session, and the fork sends no header that names one.",
  why: "Some providers look for breakpoints, or for the machine that holds the prefix, only when a header says so. A side query through another client object often lacks it.",
  fix: "Send the fork through the parent's client, or copy its caching headers.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    sent: {
      parent: { headers: [["X-DashScope-CacheControl", "enable"]] },
      fixed: { headers: [["X-DashScope-CacheControl", "enable"]] },
    },
    provider: "dashscope",
  },
  detect(evidence) {
    const play = evidence.cache();
    if (play === null) return null;
    const names = missingHeaders(evidence);
    const scope = names.length > 0 ? [] : scopeHeaders(evidence);
    const isSent = scope.length === 0 || scope.some(({ parent, child }) => parent !== null || child !== null);
    if ((names.length === 0 && isSent) || readFromCache(evidence, play)) return null;
    if (names.length > 0) return { names, observed: `the fork does not send ${names.join(", ")}`, loses: "tools" };
    const wanted = scope.map(({ name }) => name);
    const observed = `neither the fork nor its parent sends ${wanted.join(" or ")}, by which the cache is kept`;
    return { names: wanted, observed, loses: "tools" };
  },
};
