import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Finding } from "../../kernel/finding.ts";

/** Rules are worded for a fork. The next turn of a conversation is not a fork, so its findings speak of a request. */
export function wordedFor(relation: Relation, findings: readonly Finding[]): readonly Finding[] {
  if (isFork(relation)) return findings;
  return findings.map((finding) => {
    const [observed, fix] = [withoutFork(finding.observed), withoutFork(finding.fix)];
    return { ...finding, observed, fix };
  });
}

export function isFork(relation: Relation): boolean {
  return relation === "branch" || relation === "fresh";
}

/** The words of a rule for a request that is not a fork. */
export function withoutFork(text: string): string {
  return text.replaceAll(/\b(the|The) fork\b/g, "$1 request");
}
