import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Finding } from "../../kernel/finding.ts";

/** Rules are worded for a fork. The next turn of a conversation is not a fork, so its findings speak of a request. */
export function wordedFor(relation: Relation, findings: readonly Finding[]): readonly Finding[] {
  if (isFork(relation)) return findings;
  return findings.map((finding) => {
    const observed = withoutFork(finding.observed);
    return { ...finding, observed, fix: FORKS_ALONE.test(finding.fix) ? finding.fix : withoutFork(finding.fix) };
  });
}

/** What only a fork has: its fix cannot be said of another request. */
const FORKS_ALONE = /parent and fork|in the fork|directive|tool filter/;

export function isFork(relation: Relation): boolean {
  return relation === "branch" || relation === "fresh";
}

/** The words of a rule for a request that is not a fork. */
export function withoutFork(text: string): string {
  return text.replaceAll(/\b(the|The) fork\b/g, "$1 request");
}
