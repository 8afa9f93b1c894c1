import { leadingElsewhere, type ScopeHeader, scopeHeaders } from "../../facts/scope-headers.ts";
import { readFromCache } from "../../facts/served-prefix.ts";
import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import type { Evidence } from "../../evidence.ts";
import type { Rule } from "../../rule.ts";

export const cacheKeyChanged: Rule = {
  code: "CB601",
  slug: "cache-key-changed",
  segment: "routing",
  severity: "high",
  weight: "beside",
  providerReason: "prompt_cache_key_changed",
  title: "The fork sends another cache key than its parent",
  when: "The two requests name different cache keys, different cached contents (Gemini), or different sessions in a header (Codex backend, which keeps its cache by session; xAI, which picks a server by it, unless the counters show a read). A note where the provider has no keys.",
  why: "The key routes requests to the machine that holds the prefix. A fork with a key of its own lands elsewhere and reads nothing, though every byte is equal.",
  fix: "Give a fork its parent's cache key; make keys per conversation, not per request, thread or agent.",
  example: {
    parent: `{"model":"m","prompt_cache_key":"conversation-1","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","prompt_cache_key":"fork-1","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","prompt_cache_key":"conversation-1","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    provider: "openrouter",
  },
  detect(evidence) {
    const settings = [...differingSettings(evidence, "cache-key"), ...differingSettings(evidence, "cached-content")];
    // A header that the fork lacks is CB604.
    const scope = scopeHeaders(evidence).filter(({ parent, child }) => child !== null && parent !== child);
    const headers = [...scope, ...ledElsewhere(evidence)];
    if (settings.length + headers.length === 0) return null;
    const observed = [
      ...(settings.length === 0 ? [] : [describeSettings(settings)]),
      ...headers.map(
        ({ name, parent, child }) => `${name} is ${parent ?? "not sent"} in the parent and ${child} in the fork`,
      ),
    ];
    return {
      names: [...settings, ...headers].map(({ name }) => name),
      observed: observed.join("; "),
      loses: "tools",
      ...(settings.length + scope.length === 0 && { severity: "medium" }),
    };
  },
};

/** Another server may have the parent's prefix all the same, which only counters can show. */
function ledElsewhere(evidence: Evidence): readonly ScopeHeader[] {
  const headers = leadingElsewhere(evidence);
  const play = headers.length === 0 ? null : evidence.cache();
  return play === null || readFromCache(evidence, play) ? [] : headers;
}
