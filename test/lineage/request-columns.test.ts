import { expect, it } from "vitest";
import { Column } from "../../harness/kernel/memo/column.ts";
import { NO_CONTINUATION } from "../../harness/lineage/continuation.ts";
import { Continuations } from "../../harness/lineage/requests/continuations.ts";
import { DigestLists } from "../../harness/lineage/requests/digest-lists.ts";
import type { Continuation } from "../../harness/lineage/requests/request-summary.ts";

it("a list of digests may be set anew, longer or shorter, without a change to the lists of other requests", () => {
  const lists = new DigestLists();
  lists.set(3, [1, 2]);
  lists.set(4, [5]);
  lists.set(3, [6, 7, 8]);
  lists.set(4, []);
  lists.set(5, [9]);
  lists.set(3, [10]);
  lists.set(3, [11, 12]);
  expect([2, 3, 4, 5].map((place) => lists.at(place))).toEqual([[], [11, 12], [], [9]]);
});

const odd: readonly Continuation[] = [
  NO_CONTINUATION,
  { ...NO_CONTINUATION, sharedUpTo: 7, repeats: "none", answersCall: true, addsText: true },
  { ...NO_CONTINUATION, repeats: "part", directive: "read the notes" },
  { ...NO_CONTINUATION, repeats: "whole", results: [{ call: 1, digest: 2, head: null, tail: null }] },
  {
    ...NO_CONTINUATION,
    results: [
      { call: 3, digest: 4, head: 5, tail: 6 },
      { call: 7, digest: 8, head: null, tail: null },
    ],
  },
];

it("continuations come back as they were set, also where one was replaced", () => {
  const kept = new Continuations();
  for (const [place, each] of odd.entries()) kept.set(place, each);
  expect(odd.map((_, place) => kept.at(place))).toEqual(odd);
  for (const [place, each] of odd.toReversed().entries()) kept.set(place, each);
  expect(odd.map((_, place) => kept.at(place))).toEqual(odd.toReversed());
});

it("a column of bytes holds small numbers with their sign", () => {
  const bytes = Column.ofBytes(-1);
  for (const value of [0, 1, -5, 127]) bytes.set(value + 128, value);
  expect([0, 1, -5, 127].map((value) => bytes.at(value + 128))).toEqual([0, 1, -5, 127]);
  expect(bytes.at(3)).toBe(-1);
});
