import { expect, test } from "vitest";
import { checkVerdict } from "../../../harness/scenario/expectations/verdict.ts";
import { identicalJudgement } from "../../report/sample-judgement.ts";

test("the verdict check fails if no block was compared, whatever the verdict", () => {
  const empty = { ...identicalJudgement, examined: { blocks: 0, bytes: 0 } };
  expect(checkVerdict([empty], null)).toMatchObject({ status: "failed", examined: { count: 0 } });
  expect(checkVerdict([empty], "byte-identical").status).toBe("failed");
  expect(checkVerdict([], null).status).toBe("failed");
});
