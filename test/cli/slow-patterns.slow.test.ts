import { expect, test } from "vitest";
import { checkOf, runFiles, scenario } from "./eval-run.ts";

test("a catastrophic pattern ends its job with its name, and the run goes on", async () => {
  const { exit, jobs } = await runFiles({
    "a.yaml": scenario("catastrophe", '{ output: [{ matches: "^(a+)+$" }] }', {
      script: `[{ text: ${"a".repeat(40)}! }]`,
    }),
    "c.yaml": scenario("schema", '{ output: [{ not: { schema: { type: string, pattern: "^(a+)+$" } } }] }', {
      script: `[{ text: '"${"a".repeat(40)}!"' }]`,
    }),
    "d.yaml": scenario("argument", '{ calls: { anyOrder: [{ tool: t, input: { x: { matches: "^(a+)+$" } } }] } }', {
      script: `[{ call: { t: { x: ${"a".repeat(40)}! } } }, { text: Done }]`,
    }).replace("maxTurns: 1", "maxTurns: 2, tools: [{ name: t, returns: x }]"),
    "b.yaml": scenario("sound", '{ output: [{ not: { matches: "^(a+)+$" } }] }'),
  });
  expect(exit).toBe(1);
  expect(checkOf(jobs, "catastrophe", "output")).toContain(
    "failed: the pattern /^(a+)+$/u did not end on 41 characters",
  );
  expect(checkOf(jobs, "schema", "output")).toContain(
    "failed: the pattern /^(a+)+$/u of the schema did not end in time",
  );
  expect(checkOf(jobs, "argument", "calls.anyOrder")).toContain("failed: the pattern /^(a+)+$/u did not end in time");
  expect(checkOf(jobs, "sound", "output")).toBe('passed: "Done"');
});
