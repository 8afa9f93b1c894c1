import { expect, test } from "vitest";

import { isWithin, parseNumberBound } from "../../harness/scenario/decode/number-bound.ts";

test.each([
  [">= 0.9", [false, true, true]],
  ["<= 0.9", [true, true, false]],
  ["> 0.9", [false, false, true]],
  ["<0.9", [true, false, false]],
  ["=0.9", [false, true, false]],
])("the bound %s accepts the right ones of 0.8, 0.9 and 1", (text, within) => {
  const bound = parseNumberBound(text);
  expect([0.8, 0.9, 1].map((observed) => isWithin(bound, observed))).toEqual(within);
});
