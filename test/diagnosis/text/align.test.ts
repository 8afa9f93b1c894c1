import fc from "fast-check";
import { expect, test } from "vitest";
import { align, longestRise } from "../../../harness/diagnosis/text/align.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 30 });

test("an alignment pairs equal elements, in rising order on both sides", () => {
  fc.assert(
    fc.property(words, words, fc.boolean(), (parent, child, openEnd) => {
      let [at, childAt] = [-1, -1];
      for (const [left, right] of align(parent, child, openEnd)) {
        expect(left).toBeGreaterThan(at);
        expect(right).toBeGreaterThan(childAt);
        expect(parent[left]).toBe(child[right]);
        [at, childAt] = [left, right];
      }
    }),
  );
});

test("an alignment pairs all elements of a sequence that was only extended", () => {
  fc.assert(
    fc.property(words, words, (parent, more) => {
      expect(align(parent, [...parent, ...more], true)).toEqual(parent.map((_, index) => [index, index]));
    }),
  );
});

test("an alignment pairs the other elements around removed, added or moved ones", () => {
  expect(align(["a", "b", "c", "d"], ["a", "c", "d"])).toEqual([
    [0, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(align(["a", "b", "c"], ["a", "x", "b", "c"])).toEqual([
    [0, 0],
    [1, 2],
    [2, 3],
  ]);
  expect(align(["a", "b", "c", "d"], ["a", "d", "b", "c"])).toEqual([
    [0, 0],
    [1, 2],
    [2, 3],
  ]);
  expect(align(["a", "ok", "b", "ok", "c"], ["a", "b", "ok", "c"])).toEqual([
    [0, 0],
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
});

test("an alignment with an open end does not pair the last element of one side with a later one", () => {
  expect(align(["a", "b", "go"], ["a", "x", "go", "y", "go"], true)).toEqual([[0, 0]]);
  expect(align(["a", "b", "go"], ["a", "x", "y", "go"], false)).toEqual([
    [0, 0],
    [2, 3],
  ]);
  expect(align(["a", "b", "go"], ["a", "b", "go", "x", "go"], true)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

test("the longest rise is as long as the longest of all rises", () => {
  const indices = fc.uniqueArray(fc.nat(9), { maxLength: 8 });
  fc.assert(
    fc.property(indices, (children) => {
      const matches = children.map((child, at) => [at, child] as const);
      const rise = longestRise(matches).map(([, child]) => child);
      expect(rise).toEqual(rise.toSorted((a, b) => a - b));
      expect(rise.length).toBe(longest(children));
    }),
  );
});

function longest(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const [index, each] of numbers.entries()) {
    ends.push(1 + Math.max(0, ...ends.filter((_, before) => (numbers[before] ?? 0) < each && before < index)));
  }
  return Math.max(0, ...ends);
}
