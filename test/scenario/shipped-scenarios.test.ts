import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { codesWithoutRule } from "../../harness/diagnosis/codes-without-rule.ts";
import { allRules } from "../../harness/diagnosis/registry.ts";
import { loadScenarios } from "../../harness/run/load-scenarios.ts";
import { expectedOf } from "../../harness/scenario/expectations/expectation.ts";
import { findings } from "../../harness/scenario/expectations/findings.ts";
import { warnings } from "../../harness/scenario/expectations/warnings.ts";
import schema from "../../harness/scenario/scenario.schema.json" with { type: "json" };
import { declaredKeys, usedKeys } from "./schema-keys.ts";

const files = globSync("scenarios/**/*.yaml");

test("a shipped scenario uses every key of the scenario schema", () => {
  const keys = declaredKeys(schema);
  const used = new Set(files.flatMap((file) => [...usedKeys(schema, parse(readFileSync(file, "utf8")))]));
  expect(keys.length).toBeGreaterThan(100);
  expect([...used].filter((key) => !keys.includes(key))).toEqual([]);
  // It would leave out all other scenarios, and CI refuses it.
  expect(keys.filter((key) => !used.has(key))).toEqual(["/only"]);
});

test("a shipped scenario expects every finding code, or the catalogue says why none can", () => {
  const { scenarios, errors } = loadScenarios(["scenarios"]);
  expect(errors).toEqual([]);
  const expected = new Set(
    scenarios.flatMap((scenario) =>
      scenario.kind === "filter"
        ? []
        : [...(expectedOf(scenario.expect, findings) ?? []), ...(expectedOf(scenario.expect, warnings) ?? [])],
    ),
  );
  const reserved = codesWithoutRule.filter(({ status }) => status === "reserved");
  expect(reserved.filter(({ when }) => when.length < 40)).toEqual([]);
  const codes = [...allRules, ...codesWithoutRule].map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(70);
  const unused = codes.filter((code) => !expected.has(code));
  expect(unused).toEqual(reserved.map(({ code }) => code));
});
