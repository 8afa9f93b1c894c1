import type { Evidence } from "../../evidence.ts";
import { answeredWith, longBody } from "../../facts/long-example.ts";
import { reportedRead, reportedStore } from "../../facts/served-prefix.ts";
import { impossibleUsage } from "../../facts/impossible-usage.ts";
import { shorterThanPrefix } from "../../facts/shorter-than-prefix.ts";
import { usageContradiction } from "../../facts/usage-contradiction.ts";
import type { Rule } from "../../rule.ts";
import { formatCount } from "../../../kernel/text/format-count.ts";

export const providerDisagrees: Rule = {
  code: "CB903",
  slug: "provider-disagrees",
  segment: "usage",
  severity: "medium",
  weight: "note",
  providerReason: null,
  title: "The provider contradicts the verdict, or itself",
  when: "One of three holds. The counters contradict each other, the parent's, or the recording's own. The counters show a read that cannot be: of a prefix that breaks earlier, has expired, has no breakpoint, or is shorter than the model's minimum. The provider's own reason names something other than the difference.",
  why: "Either a gateway rewrote the request, so the recording differs from what the provider saw, or the provider compares things that these rules do not know. Then trust neither the verdict nor the counters.",
  fix: "Report it with the recording, and compare the bytes behind the gateway.",
  example: {
    parent: longBody(),
    broken: longBody(),
    fixed: longBody(),
    sent: {
      broken: {
        response: answeredWith(
          { fresh: 3, write: 0, read: 2500 },
          { diagnostics: { cache_miss_reason: { type: "tools_changed" } } },
        ),
      },
      fixed: { response: answeredWith({ fresh: 3, write: 0, read: 2500 }, { diagnostics: null }) },
    },
  },
  detect(evidence) {
    const observed =
      usageContradiction(evidence.child) ??
      shorterThanPrefix(evidence) ??
      impossibleUsage(evidence) ??
      readBehindBreak(evidence) ??
      otherReason(evidence);
    return observed === null ? null : { observed };
  },
};

function readBehindBreak(evidence: Evidence): string | null {
  const read = evidence.comparison.verdict === "diverged" ? reportedRead(evidence) : null;
  const play = read === null ? null : evidence.cache();
  const stored = play === null ? null : reportedStore(evidence, play);
  if (read === null || play === null || stored === null || read < stored || play.isShared) return null;
  return `the prefix breaks, yet the fork read all of the ${formatCount(stored)} tokens that its parent left`;
}

/** Reasons that name a part of the request, and whether that part differs. */
const DIFFERS: Readonly<Record<string, (evidence: Evidence) => boolean>> = {
  model_changed: ({ parent, child }) =>
    parent.model() !== child.model() || parent.parameters()["speed"] !== child.parameters()["speed"],
  tools_changed: ({ comparison }) => comparison.segments.tools.end.is === "diverged",
  system_changed: ({ comparison }) => comparison.segments.system.end.is === "diverged",
  messages_changed: ({ comparison }) => comparison.segments.messages.end.is === "diverged",
  input_changed: ({ comparison }) => comparison.verdict === "diverged",
};

function otherReason(evidence: Evidence): string | null {
  const reason = evidence.child.answered().reason?.reason ?? null;
  const differs = reason === null ? undefined : DIFFERS[reason];
  if (differs === undefined || differs(evidence)) return null;
  return `the provider's reason is ${reason}, and nothing of the kind differs`;
}
