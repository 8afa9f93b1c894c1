import { expect, test } from "vitest";
import { commonEnds } from "../../../harness/diagnosis/text/common-ends.ts";

test("the common head and the common tail never overlap", () => {
  expect(commonEnds("aa", "aaa")).toEqual([2, 0]);
  expect(commonEnds("abXc", "abYc")).toEqual([2, 1]);
});
