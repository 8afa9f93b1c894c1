import { answeredWith, longBody } from "../../facts/long-example.ts";
import { unexplained } from "../../facts/unexplained.ts";
import type { Rule } from "../../rule.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

export const unexplainedMiss: Rule = {
  code: "CB901",
  slug: "unexplained-miss",
  segment: "usage",
  severity: "high",
  weight: "note",
  providerReason: null,
  title: "The fork read nothing, and nothing explains it",
  when: "Nothing differs, the parent's counters show an entry above the minimum, it should be alive, and the fork's counters show a read of 0.",
  why: "Bodies, parameters, key, times and size all allow a read. What is left lies at the provider or on the way to it: another machine, another account behind a gateway, an entry dropped early.",
  fix: "Ask the provider for its own reason, and send both requests on one route.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    sent: {
      parent: { startedAtMs: 0, response: answeredWith({ fresh: 3, write: 2500, read: 0 }) },
      broken: { startedAtMs: 5000, response: answeredWith({ fresh: 3, write: 2500, read: 0 }) },
      fixed: { startedAtMs: 5000, response: answeredWith({ fresh: 3, write: 0, read: 2500 }) },
    },
  },
  detect(evidence) {
    const found = unexplained(evidence);
    if (found === null || found.play.rules.engine === "shared-prefix" || found.read > 0) return null;
    const times = found.play.timesKnown ? "" : "; the recording does not say when they were sent";
    return { observed: `the fork read 0 of the ${formatCount(found.stored)} tokens that its parent left${times}` };
  },
};
