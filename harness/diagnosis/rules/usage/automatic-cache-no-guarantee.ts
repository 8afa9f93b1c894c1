import { answeredWith, longBody } from "../../facts/long-example.ts";
import { unexplained } from "../../facts/unexplained.ts";
import type { Rule } from "../../rule.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

export const automaticCacheNoGuarantee: Rule = {
  code: "CB904",
  slug: "automatic-cache-no-guarantee",
  segment: "usage",
  severity: "none",
  weight: "note",
  providerReason: null,
  title: "The provider promises no hit, and served less than it could have",
  when: "Nothing differs, the provider's cache is automatic and without guarantee, and the fork's counters show less than the shared prefix in whole units.",
  why: "An automatic cache answers by routing, load and chance. A short read of such a provider says nothing about the fork, so it never fails a run.",
  fix: "Send related requests under one cache key, where the provider takes one.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    provider: "deepseek",
    sent: {
      parent: { startedAtMs: 0, response: answeredWith({ fresh: 2560, write: 0, read: 0 }) },
      broken: { startedAtMs: 60_000, response: answeredWith({ fresh: 2560, write: 0, read: 0 }) },
      fixed: { startedAtMs: 60_000, response: answeredWith({ fresh: 0, write: 0, read: 2560 }) },
    },
  },
  detect(evidence) {
    const found = unexplained(evidence);
    if (found === null || found.play.rules.engine !== "shared-prefix") return null;
    const { play, read, stored } = found;
    const { rules } = found.play;
    const step = play.stored.stepTokens ?? rules.stepTokens.value;
    const most = Math.floor((rules.share.value * stored) / step) * step;
    // A repetition may hold back its last token, and hidden prompt a unit.
    if (read >= most - Math.max(step, 1)) return null;
    return {
      observed: `the fork read ${formatCount(read)} of about ${formatCount(most)} tokens that could be read; ${rules.provider} does not guarantee hits`,
    };
  },
};
