import type { Finding, FindingRole } from "../kernel/finding.ts";
import type { Segment } from "../kernel/layout.ts";
import { describeDivergence } from "../compare/describe-divergence.ts";
import { divergedSegment, type Evidence } from "./evidence.ts";
import { rules } from "./registry.ts";
import type { Observation, Rule } from "./rule.ts";

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

/** Tools that came and tools that went are two codes of one change: both are said (codes.md, Borderlines). */
const TOGETHER: readonly string[] = ["CB201", "CB202"];

const RANK: Readonly<Record<FindingRole, number>> = { cause: 0, invalid: 1, masked: 2, note: 3 };

/**
 * Names what breaks a pair. The divergence that comes first in cache order is the cause; one in a later segment is masked
 * by it and breaks next. What lies beside the prefix is asked whatever the verdict is.
 */
export function diagnose(evidence: Evidence): readonly Finding[] {
  const findings: Finding[] = [];
  const cause = evidence.comparison.diverged?.segment ?? null;
  for (const segment of CACHE_ORDER) {
    if (divergedSegment(evidence, segment) === null) continue;
    findings.push(...explain(evidence, segment, segment === cause ? "cause" : "masked"));
  }
  for (const rule of rules) {
    if (rule.weight === "cause") continue;
    const seen = rule.detect(evidence);
    if (seen !== null) findings.push(report(evidence, rule, seen, rule.weight === "beside" ? "cause" : rule.weight));
  }
  return findings.toSorted((left, right) => RANK[left.role] - RANK[right.role]);
}

/** Asks the segment's rules from the most specific to the most general, which is their order in the registry. */
function explain(evidence: Evidence, segment: Segment, role: FindingRole): readonly Finding[] {
  const found: Finding[] = [];
  for (const rule of rules) {
    if (rule.weight !== "cause" || rule.segment !== segment) continue;
    if (found.length > 0 && !TOGETHER.includes(rule.code)) continue;
    const seen = rule.detect(evidence);
    if (seen === null) continue;
    found.push(report(evidence, rule, seen, role));
    if (!TOGETHER.includes(rule.code)) break;
  }
  return found;
}

function report(evidence: Evidence, rule: Rule, seen: Observation, role: FindingRole): Finding {
  return {
    code: rule.code,
    slug: rule.slug,
    role,
    severity: rule.severity,
    segment: rule.segment,
    pointer: seen.pointer ?? divergencePointer(evidence, rule),
    names: seen.names ?? [],
    observed: seen.observed,
    suspected: rule.code,
    confirmed: null,
    lostBytes: role === "cause" && rule.weight === "cause" ? lostBytes(evidence) : null,
    mend: rule.mend,
  };
}

function divergencePointer({ comparison }: Evidence, rule: Rule): string | null {
  const segment = CACHE_ORDER.find((each) => each === rule.segment);
  if (segment === undefined) return null;
  return describeDivergence(comparison.segments[segment], comparison.parent, comparison.child)?.pointer ?? null;
}

/** From the first differing block to the shared end: nothing of it can be read. */
function lostBytes({ comparison }: Evidence): number {
  return comparison.examined.bytes - comparison.shared.bytes;
}
