import { describeDivergence } from "../compare/describe-divergence.ts";
import type { Finding, FindingRole, Severity } from "../kernel/finding.ts";
import type { Segment } from "../kernel/layout.ts";
import type { Change } from "./changes/change.ts";
import type { Evidence } from "./evidence.ts";
import { severityOf } from "./facts/severities.ts";
import { rankOf } from "./finding-rank.ts";
import { rules } from "./registry.ts";
import type { Observation, Rule } from "./rule.ts";

type RuleObservation = { readonly rule: Rule; readonly observation: Observation };

/** A finding of a rule, with the first of its changes in cache order. */
type ExplainedObservation = RuleObservation & { readonly first: Change };

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

/** Tools that came and tools that went at one place are one change with two codes (harness/diagnosis/CODES.md). */
const TOGETHER: readonly string[] = ["CB201", "CB202"];

/**
 * Names the causes that break a pair. The first change in cache order is the cause; a later one is masked by it and breaks next.
 * Rules on things outside the prefix run whatever the verdict is.
 */
export function diagnose(evidence: Evidence): readonly Finding[] {
  const findings = [...diagnosePrefix(evidence)];
  for (const rule of rules) {
    const observation = rule.weight === "cause" ? (rule.beside?.(evidence) ?? null) : rule.detect(evidence);
    if (observation === null) continue;
    findings.push(report(evidence, { rule, observation }, roleOf(evidence, rule, observation)));
  }
  return withoutExplained(findings).toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** CB705 evicted, CB901 unexplained-miss: the names of a shorter read that nothing else explains. */
const UNEXPLAINED: readonly string[] = ["CB705", "CB901"];

function withoutExplained(findings: readonly Finding[]): readonly Finding[] {
  const isUnexplained = ({ code }: Finding): boolean => UNEXPLAINED.includes(code);
  const isExplained = findings.some((finding) => finding.role === "cause" && !isUnexplained(finding));
  return isExplained ? findings.filter((finding) => !isUnexplained(finding)) : findings;
}

/** Names what differs in the prefix alone: the cause, and what it masks. `order` is any that keeps the rules' declarations. */
export function diagnosePrefix(evidence: Evidence, order: readonly Rule[] = rules): readonly Finding[] {
  const explained = explain(evidence, order);
  const [cause] = explained;
  return explained.map((each) => report(evidence, each, isCause(each, cause) ? "cause" : "masked"));
}

/**
 * Gives each change to the first rule that explains it, and the rules in the order of their first change. Specific rules
 * come first, so a general one sees only what they left.
 */
function explain(evidence: Evidence, inOrder: readonly Rule[]): readonly ExplainedObservation[] {
  if (evidence.changes.length === 0) return [];
  const order = new Map(evidence.changes.map((change, index) => [change, index]));
  let changes = evidence.changes;
  const found: ExplainedObservation[] = [];
  for (const rule of inOrder) {
    if (changes.length === 0) break;
    if (rule.weight !== "cause") continue;
    const observation = rule.detect({ ...evidence, changes });
    const explains = new Set(observation?.explains);
    const first = changes.find((change) => explains.has(change));
    if (observation === null || first === undefined) continue;
    found.push({ rule, observation, first });
    changes = changes.filter((change) => !explains.has(change));
  }
  return found.toSorted((left, right) => (order.get(left.first) ?? 0) - (order.get(right.first) ?? 0));
}

function isCause({ rule, first }: ExplainedObservation, cause: ExplainedObservation | undefined): boolean {
  if (cause === undefined || rule === cause.rule) return true;
  const together = TOGETHER.includes(rule.code) && TOGETHER.includes(cause.rule.code);
  return together && first.place === cause.first.place;
}

function roleOf(evidence: Evidence, rule: Rule, { harmless, masked }: Observation): FindingRole {
  if (masked === true) return "masked";
  if (harmless === true || (rule.severity !== "none" && severityAt(evidence, rule) === "none")) return "note";
  switch (rule.weight) {
    case "cause":
    case "beside":
      return "cause";
    case "invalid":
    case "note":
      return rule.weight;
  }
}

function report(evidence: Evidence, seen: RuleObservation & { readonly first?: Change }, role: FindingRole): Finding {
  const { rule, observation, first } = seen;
  return {
    code: rule.code,
    slug: rule.slug,
    role,
    severity: observation.severity ?? (role === "note" ? "none" : severityAt(evidence, rule)),
    segment: first?.segment ?? rule.segment,
    pointer: observation.pointer ?? pointerOf(evidence, first),
    names: observation.names ?? [],
    observed: observation.observed,
    suspected: rule.code,
    confirmed: role === "cause" ? confirmedBy(evidence, rule) : null,
    lostBytes: role === "cause" ? lostBytes(evidence, seen) : null,
    fix: observation.fix ?? rule.fix,
  };
}

/** By the rules of the provider that the child asks. */
function severityAt({ provider, child }: Evidence, rule: Rule): Severity {
  return severityOf(rule, { provider, dialect: child.layout.dialect, model: child.model() });
}

/** The provider's own reason, where it gave one and it is the code's word for it. */
function confirmedBy({ child }: Evidence, { providerReason }: Rule): string | null {
  const reason = child.answered().reason?.reason ?? null;
  return reason !== null && (providerReason ?? "").split(" / ").includes(reason) ? reason : null;
}

/** The first change of a segment lies where the segment diverges, in the words of the verdict. */
function pointerOf({ comparison, changes }: Evidence, first: Change | undefined): string | null {
  if (first === undefined) return null;
  const isEarliest = changes.find(({ segment }) => segment === first.segment) === first;
  if (!isEarliest) return first.pointer;
  const divergence = describeDivergence(comparison.segments[first.segment], comparison.parent, comparison.child);
  return divergence?.pointer ?? first.pointer;
}

/** From the first differing block, or from the segment that a parameter uncaches, to the shared end. */
function lostBytes(
  { comparison }: Evidence,
  { observation, first }: RuleObservation & { readonly first?: Change },
): number | null {
  if (first !== undefined) return comparison.examined.bytes - comparison.shared.bytes;
  if (observation.loses === undefined) return observation.lostBytes ?? null;
  const lost = CACHE_ORDER.slice(CACHE_ORDER.indexOf(observation.loses));
  const blocks = lost.flatMap((segment) => comparison.segments[segment].parent).filter(({ unit }) => unit === "block");
  return blocks.reduce((bytes, { span }) => bytes + span.end - span.start, 0);
}
