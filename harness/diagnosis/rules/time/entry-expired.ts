import { longBody, TURN } from "../../facts/long-example.ts";
import { shortestTtlMs } from "../../../cache-model/rules/shortest-ttl.ts";
import { mayOutliveTtl } from "../../facts/may-outlive-ttl.ts";
import { readFromCache } from "../../facts/served-prefix.ts";
import type { Rule } from "../../rule.ts";
import { tellDuration } from "../../text/tell-duration.ts";

export const entryExpired: Rule = {
  code: "CB701",
  slug: "entry-expired",
  segment: "time",
  severity: "medium",
  weight: "beside",
  providerReason: null,
  title: "The parent's entry had expired when the fork was sent",
  when: "Both times are known, the gap is longer than the lifetime of the parent's entry, and the counters do not show a read of it. A note where the provider promises no lifetime; masked where the prefix breaks, too.",
  why: "An entry lives a fixed time from the start of the request that last wrote or read it. A fork that comes later finds nothing, and the whole prefix is paid and written again.",
  fix: "Send the fork within the lifetime, or mark the shared part with a longer one.",
  example: {
    parent: longBody(),
    broken: longBody(TURN),
    fixed: longBody(TURN),
    sent: { parent: { startedAtMs: 0 }, broken: { startedAtMs: 360_000 }, fixed: { startedAtMs: 120_000 } },
  },
  detect(evidence) {
    const play = evidence.cache();
    if (play === null || !play.timesKnown) return null;
    const { parent, child } = evidence;
    const gapMs = (child.exchange.startedAtMs ?? 0) - (parent.exchange.startedAtMs ?? 0);
    if (gapMs < shortestTtlMs(play.rules) || !play.hasExpired || readFromCache(evidence, play)) return null;
    // A key that differs finds no entry of the parent's, expired or not: the pause would break the pair next.
    const isMasked = play.prediction.missed?.because !== "expired";
    if (isMasked && play.isShared) return null;
    const gap = tellDuration(gapMs);
    const isUnsure = mayOutliveTtl(evidence, play);
    const expired = isUnsure
      ? "had outlived what the provider promises; the parent asked to keep it longer"
      : "had expired by then";
    return {
      observed: `the fork was sent ${gap} after its parent, whose entry ${expired}`,
      ...(play.end === null ? {} : { pointer: play.end.pointer }),
      loses: "tools",
      ...(isUnsure || play.rules.engine === "shared-prefix" ? { harmless: true } : isMasked ? { masked: true } : {}),
    };
  },
};
