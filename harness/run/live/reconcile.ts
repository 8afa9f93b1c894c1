import type { Judgement } from "../../kernel/judgement.ts";
import type { Reconciliation } from "../../kernel/live-report.ts";
import type { ForkRun } from "../../kernel/run-result.ts";
import type { Diagnosis } from "./ask-diagnosis.ts";

/** At least so much of what was to be expected counts as read; the rest is what providers do not promise. */
const HIGH = 0.5;

/**
 * Holds the three witnesses of a live fork against each other: our verdict on the bytes, the provider's own comparison, and
 * the counters. The table is the provider's word by what was read (harness/providers/FACTS.md#diagnostics); where the provider says nothing, our
 * verdict stands in for its word.
 */
export function reconcile(
  judgement: Judgement,
  { firstTurnRatio, efficiency }: Pick<ForkRun, "firstTurnRatio" | "efficiency">,
  diagnosis: Diagnosis,
): Reconciliation {
  const local = isBroken(judgement) ? "changed" : "unchanged";
  const told = diagnosis.says === "changed" || diagnosis.says === "unchanged" ? diagnosis.says : null;
  const counters = countersOf(firstTurnRatio, efficiency);
  const reading = counters === "unknown" ? "uncounted" : READINGS[told ?? local][counters];
  const agrees = told === null ? null : told === local;
  return {
    local,
    provider: diagnosis.says,
    reason: "reason" in diagnosis ? diagnosis.reason : null,
    counters,
    reading,
    agrees,
    says: agrees === false ? DISAGREEMENTS[local] : SENTENCES[reading],
  };
}

/** Keys and parameters count too: the provider's comparison sees them. */
function isBroken({ verdict, findings }: Judgement): boolean {
  return verdict === "diverged" || findings.some(({ role }) => role === "cause");
}

/** Compared with the expected read, if that is known: a long directive on a short parent reads little and is not a miss. */
function countersOf(ratio: number | null, efficiency: number | null): Reconciliation["counters"] {
  const read = efficiency ?? ratio;
  if (read === null) return "unknown";
  return read >= HIGH ? "high" : "low";
}

const READINGS = {
  unchanged: { high: "hit", low: "entry-gone" },
  changed: { high: "late-change", low: "break" },
} as const;

const SENTENCES: Readonly<Record<Reconciliation["reading"], string>> = {
  hit: "the prefix passed through, and the provider read it",
  "entry-gone":
    "the prefix passed through, and the provider had no entry for it: expired, routed elsewhere, or too small",
  "late-change": "the prefix changed behind an earlier breakpoint, which was read",
  break: "the prefix changed, and was not read",
  uncounted: "the response has no cache counters that can be used: the read is unknown",
};

const DISAGREEMENTS: Readonly<Record<Reconciliation["local"], string>> = {
  unchanged: "our verdict sees no change and the provider does: it compares something that we do not",
  changed: "our verdict sees a change and the provider does not: it renders both alike, or compares less",
};
