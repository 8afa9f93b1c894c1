import { longBody, TURN } from "../../facts/long-example.ts";
import { readFromCache } from "../../facts/served-prefix.ts";
import type { Rule } from "../../rule.ts";
import { tellDuration } from "../../text/tell-duration.ts";

export const concurrentFirst: Rule = {
  code: "CB702",
  slug: "concurrent-first",
  segment: "time",
  severity: "medium",
  weight: "beside",
  providerReason: null,
  title: "The fork was sent before the response that writes the entry began",
  when: "The fork was sent before the first byte of its parent's response. The entry can be read only from then on, and the counters do not show a read of it.",
  why: "An entry can be read from the first byte of the response that writes it. Requests that start before that all write the same prefix, and each pays for it.",
  fix: "Send one request first, and the others when its response has begun.",
  example: {
    parent: longBody(),
    broken: longBody(TURN),
    fixed: longBody(TURN),
    sent: {
      parent: { startedAtMs: 0, firstByteMs: 900 },
      broken: { startedAtMs: 400 },
      fixed: { startedAtMs: 901 },
    },
  },
  detect(evidence) {
    const play = evidence.cache();
    if (play === null || !play.timesKnown) return null;
    const { startedAtMs, firstByteMs } = evidence.parent.exchange;
    const beginMs = (startedAtMs ?? 0) + (firstByteMs ?? 0);
    const early = beginMs - (evidence.child.exchange.startedAtMs ?? 0);
    if (early <= 0 || play.prediction.missed?.because !== "not-yet-readable") return null;
    if (readFromCache(evidence, play)) return null;
    return {
      observed: `the fork was sent ${tellDuration(early)} before the first byte of its parent's response`,
      ...(play.end === null ? {} : { pointer: play.end.pointer }),
      loses: "tools",
      ...(play.rules.engine === "shared-prefix" ? { harmless: true } : {}),
    };
  },
};
