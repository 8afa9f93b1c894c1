import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../../harness/diagnosis/registry.ts";
import type { Rule } from "../../harness/diagnosis/rule.ts";
import type { FindingRole } from "../../harness/kernel/finding.ts";
import { findingsOf, rolesOf } from "./judge-example.ts";

const roles: Readonly<Record<Rule["weight"], FindingRole>> = {
  cause: "cause",
  beside: "cause",
  invalid: "invalid",
  note: "note",
};

describe.each(rules.map((rule) => [rule.code, rule.slug, rule] as const))("%s %s", (code, slug, rule) => {
  test("its broken example gives exactly this code", () => {
    const findings = findingsOf(rule, "broken");
    const counted = rule.weight === "note" ? findings : findings.filter(({ role }) => role !== "note");
    const beside = code === "CB506" ? ["CB301 cause"] : []; // A note beside the cause (codes.md, Borderlines).
    expect(rolesOf(counted)).toEqual([...beside, `${code} ${roles[rule.weight]}`]);
  });

  test("its mended example gives nothing", () => {
    const findings = findingsOf(rule, "mended");
    const counted = rule.weight === "note" ? findings : findings.filter(({ role }) => role !== "note");
    expect(rolesOf(counted)).toEqual([]);
  });

  test("its texts are in form", () => {
    expect(code).toMatch(/^CB\d{3}$/);
    expect(slug).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(rule.title).toMatch(/^[A-Z].*[^.]$/);
    expect(rule.why).toMatch(/^[A-Z].*\.$/);
    expect(rule.mend).toMatch(/^[A-Z][a-z]+ .*\.$/);
    const [verb] = rule.mend.split(" ");
    expect(verbs).toContain(verb);
    for (const { observed } of findingsOf(rule, "broken")) expect(observed).toMatch(/^[^A-Z].*[^.]$/s);
  });
});

/** A mend says what to do: the first word of each. */
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
  const files = globSync("harness/diagnosis/rules/*.ts").map((path) => basename(path, ".ts"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.toSorted()).toEqual(rules.map(({ slug }) => slug).toSorted());
});

test("codes and slugs are unique", () => {
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  expect(new Set(rules.map(({ slug }) => slug)).size).toBe(rules.length);
});
