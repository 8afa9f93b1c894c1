import { expect, test } from "vitest";
import { checkToolsKept } from "../../harness/checks/pairs/check-tools-kept.ts";
import { divergedJudgement, identicalJudgement } from "../report/sample-judgement.ts";

test("a fork that declares its parent's tools passes", () => {
  expect(checkToolsKept([identicalJudgement])).toMatchObject({ status: "passed", examined: { what: "blocks" } });
});

test("a fork whose tools differ fails, with the name of its request", () => {
  const checked = checkToolsKept([identicalJudgement, divergedJudgement]);
  expect(checked).toMatchObject({ status: "failed", observed: expect.stringMatching(/leaves its parent at \/tools/) });
});

test("the check of kept tools fails without a pair", () => {
  expect(checkToolsKept([])).toMatchObject({ status: "failed", examined: { count: 0 } });
});
