import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { allRules, rules, sequenceRules } from "../../harness/diagnosis/registry.ts";
import { NOTE_CODES } from "../../harness/scenario/expectations/findings.ts";
import type { Rule, RuleText } from "../../harness/diagnosis/rule.ts";
import type { FindingRole } from "../../harness/kernel/finding.ts";
import { findingsInSequence, rolesOn } from "./inspect-example.ts";
import { findingsOf, rolesOf } from "./judge-example.ts";

const roles: Readonly<Record<Rule["weight"], FindingRole>> = {
  cause: "cause",
  beside: "cause",
  invalid: "invalid",
  note: "note",
};

describe.each(rules.map((rule) => [rule.code, rule.slug, rule] as const))("the rule %s %s", (code, _slug, rule) => {
  test("gives exactly this code for its broken example", () => {
    const findings = findingsOf(rule, "broken");
    const counted = rule.weight === "note" ? findings : findings.filter(({ role }) => role !== "note");
    const beside = code === "CB506" ? ["CB301 cause"] : []; // A note next to the cause (harness/diagnosis/CODES.md).
    expect(rolesOf(counted)).toEqual([...beside, `${code} ${roles[rule.weight]}`]);
  });

  test("gives nothing for its fixed example", () => {
    const findings = findingsOf(rule, "fixed");
    const counted = rule.weight === "note" ? findings : findings.filter(({ role }) => role !== "note");
    expect(rolesOf(counted)).toEqual([]);
  });

  test("has well-formed texts", () => {
    expectInForm(rule);
    for (const { observed } of findingsOf(rule, "broken")) expect(observed).toMatch(/^[^A-Z].*[^.]$/s);
  });
});

describe.each(sequenceRules.map((rule) => [rule.code, rule.slug, rule] as const))("rule %s %s", (code, _slug, rule) => {
  test("gives exactly this code for its broken example, on the last request", () => {
    const found = findingsInSequence(rule, "broken");
    // The pairs before the last break in the codes that pairs have; the last one says what the sequence shows.
    expect(rolesOn(found.at(-1))).toEqual([...(BESIDE[code] ?? []), `${code} ${roles[rule.weight]}`]);
    for (const findings of found.slice(0, -1)) expect(findings.map((finding) => finding.code)).not.toContain(code);
  });

  test("gives nothing for its fixed example", () => {
    for (const findings of findingsInSequence(rule, "fixed")) expect(rolesOn(findings)).toEqual([]);
  });

  test("has well-formed texts", () => {
    expectInForm(rule);
    for (const findings of findingsInSequence(rule, "broken")) {
      for (const { observed } of findings) expect(observed).toMatch(/^[^A-Z].*[^.]$/s);
    }
  });
});

/** What else the last pair of a sequence shows: a block that is not sent again is missing there. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { CB505: ["CB405 cause"] };

function expectInForm({ code, slug, title, when, why, fix }: RuleText): void {
  expect(code).toMatch(/^CB\d{3}$/);
  expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(when).toMatch(/^[A-Z].*\.$/);
  expect(why).toMatch(/^[A-Z].*\.$/);
  expect(fix).toMatch(/^[A-Z][a-z]+ .*\.$/);
  expect(verbs).toContain(fix.split(" ")[0]);
}

/** A fix says what to do: the first word of each. */
const verbs: readonly string[] = [
  "Answer",
  "Append",
  "Ask",
  "Call",
  "Declare",
  "Fork",
  "Freeze",
  "Give",
  "Keep",
  "Leave",
  "Move",
  "Name",
  "Pass",
  "Put",
  "Report",
  "Send",
  "Splice",
  "Split",
  "Store",
  "Take",
  "Write",
];

test("every file of rules/ is in the registry, named after its slug", () => {
  const files = globSync("harness/diagnosis/rules/**/*.ts").map((path) => basename(path, ".ts"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.toSorted()).toEqual(allRules.map(({ slug }) => slug).toSorted());
});

test("codes and slugs are unique", () => {
  expect(new Set(allRules.map(({ code }) => code)).size).toBe(allRules.length);
  expect(new Set(allRules.map(({ slug }) => slug)).size).toBe(allRules.length);
});

test("a scenario may expect a note from a rule that reports only notes", () => {
  expect(NOTE_CODES.toSorted()).toEqual(
    allRules.flatMap(({ code, weight }) => (weight === "note" ? [code] : [])).toSorted(),
  );
});
