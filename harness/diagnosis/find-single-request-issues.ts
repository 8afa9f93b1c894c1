import type { Finding } from "../kernel/finding.ts";
import { usageContradiction } from "./facts/usage-contradiction.ts";
import { once } from "../kernel/memo/once.ts";
import { readAnswered } from "./reading/read-answered.ts";
import { providerDisagrees } from "./rules/usage/provider-disagrees.ts";
import type { Step } from "./sequence-rule.ts";

/** The findings on a single request: impossible counters (CB903). */
export function findSingleRequestIssues({ layout, sent }: Pick<Step, "layout" | "sent">): readonly Finding[] {
  const answered = once(() => readAnswered(layout.dialect, sent));
  const observed = usageContradiction({ layout, exchange: sent, answered });
  if (observed === null) return [];
  const { code, slug, segment, fix } = providerDisagrees;
  return [
    {
      code,
      slug,
      role: "note",
      severity: "none",
      segment,
      pointer: null,
      names: [],
      observed,
      suspected: code,
      confirmed: null,
      lostBytes: null,
      fix,
    },
  ];
}
