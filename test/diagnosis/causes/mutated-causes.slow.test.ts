import { describe, expect, test } from "vitest";
import type { DialectName } from "../../../harness/kernel/layout.ts";
import { noRecordings } from "../../support/recorded-requests.ts";
import { generators, scoreMutants } from "./generators.ts";
import { realBodies } from "./real-bodies.ts";

const bodies = noRecordings === null ? realBodies() : [];
const wires = [...new Set(bodies.map(({ wire }) => wire))];

/** Codes that each generator makes on some wire: a generator that makes nothing proves nothing. */
const MADE: readonly (readonly string[])[] = [
  ["CB401", "CB402", "CB405", "CB407", "CB416", "no cause"],
  ["CB402", "CB404", "CB417", "no cause"],
  ["CB405", "CB406", "CB408"],
  ["CB408"],
  ["CB405", "CB406", "CB407", "CB409", "CB413", "CB414"],
  ["CB411", "CB412", "CB420"],
  ["CB109", "CB201", "CB202", "no cause"],
  ["CB601", "CB604", "no cause"],
];

describe.skipIf(noRecordings !== null)("two requests made from a real body get the one right cause", () => {
  const made = generators.map(() => new Set<string>());

  test.each(generators.flatMap(([changes], which) => wires.map((wire) => [changes, wire, which] as const)))(
    "if a client changes %s on %s",
    (_changes, wire: DialectName, which) => {
      const misses: string[] = [];
      const scores = scoreMutants(
        bodies.filter((real) => real.wire === wire),
        generators[which]![1],
        (text) => misses.push(text),
      );
      for (const code of scores.keys()) made[which]!.add(code);
      expect(misses).toEqual([]);
    },
  );

  test("from a set of generators that produce all of their codes", () => {
    expect(made.map((codes) => [...codes].sort())).toEqual(MADE);
  });
});
