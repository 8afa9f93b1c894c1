import { expect, test } from "vitest";
import { allRules } from "../../harness/diagnosis/registry.ts";
import { loadScenarios } from "../../harness/run/load-scenarios.ts";
import { expectedOf } from "../../harness/scenario/expectations/expectation.ts";
import { findings } from "../../harness/scenario/expectations/findings.ts";
import type { Scenario } from "../../harness/scenario/scenario.ts";

/** Families that requests can show by themselves. */
const FAMILIES = /^CB[1-6]/;
/** What times and counters show; the fixtures' counters are made up. */
const BESIDE = /^CB[79]/;

test("scenarios on recorded requests expect every code that requests can show", () => {
  const { scenarios, errors } = loadScenarios(["scenarios/pairs", "scenarios/sessions"]);
  expect(errors).toEqual([]);
  const expected = new Set(scenarios.flatMap(findingsOf));
  const codes = allRules.map(({ code }) => code).filter((code) => FAMILIES.test(code));
  expect(codes.length).toBeGreaterThanOrEqual(59);
  expect(codes.filter((code) => !expected.has(code))).toEqual([]);
});

test("scenarios of their own expect every code of times and counters", () => {
  const { scenarios, errors } = loadScenarios(["scenarios/time"]);
  expect(errors).toEqual([]);
  const expected = new Set(scenarios.flatMap(findingsOf));
  const codes = allRules.map(({ code }) => code).filter((code) => BESIDE.test(code));
  expect(codes).toHaveLength(9);
  expect(codes.filter((code) => !expected.has(code))).toEqual([]);
});

function findingsOf(scenario: Scenario): readonly string[] {
  return scenario.kind === "pair" || scenario.kind === "session" ? (expectedOf(scenario.expect, findings) ?? []) : [];
}
