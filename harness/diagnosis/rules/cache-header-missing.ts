import { cacheHeaders } from "../facts/routing.ts";
import { headerValues } from "../header-values.ts";
import type { Rule } from "../rule.ts";

export const cacheHeaderMissing: Rule = {
  code: "CB604",
  slug: "cache-header-missing",
  segment: "routing",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "A header that the provider needs for caching is missing in the fork",
  when: "A header that the provider needs for caching is in the parent's request and not in the fork's.",
  why: "Some providers look for marks, or for the machine that holds the prefix, only when a header says so. A side query through another client object often lacks it.",
  mend: "Send the fork through the parent's client, or copy its caching headers.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    sent: {
      parent: { headers: [["X-DashScope-CacheControl", "enable"]] },
      mended: { headers: [["X-DashScope-CacheControl", "enable"]] },
    },
    provider: "dashscope",
  },
  detect({ provider, parent, child }) {
    const needed = provider === null ? [] : (cacheHeaders[provider] ?? []);
    const has = ({ exchange }: typeof parent, name: string): boolean => headerValues(exchange.headers, name).length > 0;
    const names = needed.filter((name) => has(parent, name) && !has(child, name));
    if (names.length === 0) return null;
    return { names, observed: `the fork does not send ${names.join(", ")}`, loses: "tools" };
  },
};
