import type { ProviderRules } from "../../../providers/rules/cache-rules.ts";
import { longBody } from "../../facts/long-example.ts";
import { readFromCache } from "../../facts/served-prefix.ts";
import type { Rule } from "../../rule.ts";
import { tellDuration } from "../../text/tell-duration.ts";

export const writeNotReady: Rule = {
  code: "CB703",
  slug: "write-not-ready",
  segment: "time",
  severity: "low",
  weight: "note",
  providerReason: null,
  title: "The provider was still writing the parent's entry when the fork was sent",
  when: "The fork was sent after the first byte of its parent's response, but before the provider can have stored the entry. The counters do not show a read of it.",
  why: "Some providers store a prefix some time after its response: a fork that follows at once may find nothing. They promise no time, so this is a note.",
  fix: "Send the fork a few seconds after its parent's response.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    provider: "deepseek",
    sent: {
      parent: { startedAtMs: 0, firstByteMs: 500 },
      broken: { startedAtMs: 1200 },
      fixed: { startedAtMs: 4000 },
    },
  },
  detect(evidence) {
    const play = evidence.cache();
    if (play === null || !play.timesKnown) return null;
    const { startedAtMs, firstByteMs } = evidence.parent.exchange;
    const gap = (evidence.child.exchange.startedAtMs ?? 0) - (startedAtMs ?? 0) - (firstByteMs ?? 0);
    if (gap < 0 || gap >= delayOf(play.rules)) return null;
    if (play.prediction.missed?.because !== "not-yet-readable" || readFromCache(evidence, play)) return null;
    return {
      observed: `the fork was sent ${tellDuration(gap)} after its parent's response; ${play.rules.provider} takes ${tellDuration(delayOf(play.rules))} to store it`,
    };
  },
};

function delayOf(rules: ProviderRules): number {
  return rules.engine === "shared-prefix" ? rules.delayMs.value : 0;
}
