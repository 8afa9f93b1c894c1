import { answeredWith, longBody } from "../../facts/long-example.ts";
import { unexplained } from "../../facts/unexplained.ts";
import type { Rule } from "../../rule.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

export const evicted: Rule = {
  code: "CB705",
  slug: "evicted",
  segment: "time",
  severity: "low",
  weight: "beside",
  providerReason: null,
  title: "The fork read an older or shorter entry than its parent's",
  when: "Nothing differs, the parent's entry should be alive, and the fork's counters show a read that is shorter than what the parent left. A note where times were not recorded.",
  why: "Providers may drop an entry before its time, or serve a machine that has not seen it yet. The read falls back to an earlier entry, and the rest is paid and written again.",
  fix: "Keep a breakpoint on an earlier block too, so that less is lost.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    sent: {
      parent: { startedAtMs: 0, response: answeredWith({ fresh: 3, write: 1500, read: 1000 }) },
      broken: { startedAtMs: 5000, response: answeredWith({ fresh: 3, write: 1500, read: 1000 }) },
      fixed: { startedAtMs: 5000, response: answeredWith({ fresh: 3, write: 0, read: 2500 }) },
    },
  },
  detect(evidence) {
    const found = unexplained(evidence);
    if (found === null || found.play.rules.engine === "shared-prefix") return null;
    const { play, read, stored } = found;
    // To the token: providers with entries serve them whole, and so does the mocked one.
    if (read === 0 || read >= stored) return null;
    const older = read === evidence.parent.answered().usage?.read ? ", the entry that the parent read itself" : "";
    return {
      observed: `the fork read ${formatCount(read)} of the ${formatCount(stored)} tokens that its parent left${older}`,
      ...(play.end === null ? {} : { pointer: play.end.pointer }),
      ...(play.timesKnown ? { loses: "messages" } : { harmless: true }),
    };
  },
};
