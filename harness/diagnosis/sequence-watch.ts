import type { Finding, FindingRole } from "../kernel/finding.ts";
import { modelOf } from "../wires/model-of.ts";
import { findSingleRequestIssues } from "./find-single-request-issues.ts";
import { severityOf } from "./facts/severities.ts";
import { rankOf } from "./finding-rank.ts";
import { sequenceRules } from "./registry.ts";
import type { SequenceObservation, SequenceRule, Step, Watcher } from "./sequence-rule.ts";

/** Watches one recording, request by request, for what no pair of its requests shows. */
export class SequenceWatch {
  readonly #watchers: readonly { readonly rule: SequenceRule; readonly see: Watcher }[] = sequenceRules.map((rule) => ({
    rule,
    see: rule.watch(),
  }));

  /** The findings on a request: those on the pair, and those on the sequence, which may replace them. */
  see(step: Step): readonly Finding[] {
    const { judgement } = step;
    // A request without a parent still has counters.
    const isAlone = judgement === null || judgement.verdict === "not-comparable";
    let findings = isAlone ? findSingleRequestIssues(step) : judgement.findings;
    for (const { rule, see } of this.#watchers) {
      const seen = see(step);
      if (seen === null) continue;
      const { instead = [] } = seen;
      findings = [...findings.filter((finding) => !instead.includes(finding)), report(rule, seen, step)];
    }
    return findings.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

function report(
  rule: SequenceRule,
  { observed, names, pointer, instead, lostBytes, isNote = false }: SequenceObservation,
  { provider, layout, sent }: Step,
): Finding {
  const [before] = instead ?? [];
  const severity = severityOf(rule, { provider, dialect: layout.dialect, model: modelOf(layout, sent.path) });
  const role = severity === "none" || isNote ? "note" : (before?.role ?? ROLES[rule.weight]);
  return {
    code: rule.code,
    slug: rule.slug,
    role,
    severity: role === "note" ? "none" : severity,
    segment: rule.segment,
    pointer: pointer ?? before?.pointer ?? null,
    names: names ?? [],
    observed,
    suspected: rule.code,
    confirmed: null,
    lostBytes: role === "cause" ? (lostBytes ?? before?.lostBytes ?? null) : null,
    fix: rule.fix,
  };
}

const ROLES: Readonly<Record<SequenceRule["weight"], FindingRole>> = {
  cause: "cause",
  beside: "cause",
  invalid: "invalid",
  note: "note",
};
