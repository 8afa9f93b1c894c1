import { expect, test } from "vitest";
import { checkSiblings, type ForkTimes } from "../../harness/checks/check-siblings.ts";

const first: ForkTimes = { lane: "fork", askedMs: 0, firstByteMs: 100 };
const second = (askedMs: number | null): ForkTimes => ({ lane: "fork[2]", askedMs, firstByteMs: 300 });

test("a sibling that asks at the first byte or after it has waited; one that asks before it fails", () => {
  expect(checkSiblings([first, second(100)])).toMatchObject([{ status: "passed", examined: { count: 1 } }]);
  expect(checkSiblings([first, second(99)])).toMatchObject([{ status: "failed", observed: "fork[2] asked before it" }]);
});

test("the check of siblings fails if no sibling asked", () => {
  expect(checkSiblings([first, second(null)])).toMatchObject([{ status: "failed", examined: { count: 0 } }]);
});

test("siblings are not checked if the first one got no byte, nor is a fork without siblings", () => {
  expect(checkSiblings([{ ...first, firstByteMs: null }, second(1)])).toEqual([]);
  expect(checkSiblings([first])).toEqual([]);
});
