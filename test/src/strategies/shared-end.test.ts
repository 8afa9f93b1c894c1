import { describe, expect, test } from "vitest";
import { lastNTurns } from "../../../src/strategies/last-n-turns.ts";
import { placeholderResults } from "../../../src/strategies/placeholder-results.ts";
import { snapshotQuery } from "../../../src/strategies/snapshot-query.ts";
import { strategies } from "../../../src/strategies/strategies.ts";
import type { Strategy } from "../../../src/strategies/strategy.ts";
import { seeded, sharedElements } from "../support/seeded-body.ts";
import { captureOn, wireParents } from "../support/wire-parents.ts";

const all: readonly Strategy[] = [
  ...strategies,
  placeholderResults({ acknowledge: true, blankArguments: true }),
  snapshotQuery({ window: 1 }),
  snapshotQuery({ tools: "emptied" }),
  lastNTurns(1, { context: "It is Monday." }),
];

const endings = [
  { ends: "with a result", more: 0, calls: null },
  { ends: "with a user's turn", more: 1, calls: null },
  { ends: "with an answer of text", more: 0, calls: [] },
  { ends: "with one open call", more: 0, calls: ["t1"] },
  { ends: "with three open calls", more: 1, calls: ["t1", "t2", "t3"] },
] as const;

const cells = all.flatMap((strategy, index) =>
  wireParents
    .filter(({ wire }) => strategy.wires.includes(wire))
    .flatMap((parent) => endings.map((ending) => ({ strategy, index, parent, ...ending }))),
);

describe("a strategy's first request shares the declared part of the prefix byte for byte", () => {
  test.each(cells)(
    "for $strategy.name ($index) on $parent.wire, with a parent that ends $ends",
    ({ strategy, parent, more, calls }) => {
      const snapshot = captureOn(parent, { more: more === 0 ? [] : [parent.user("And then?")], calls });
      if (strategy.name === "append-tool-result" && calls?.length !== 1 && calls?.length !== 3) {
        expect(() => seeded(strategy, snapshot)).toThrow(expect.objectContaining({ fault: "no-own-call" }));
        return;
      }
      const fork = seeded(strategy, snapshot, { ownCall: calls?.[1] ?? calls?.[0] ?? null });
      const shared = sharedElements(snapshot, fork);
      const declared = fork.sharedEnd === null ? snapshot.messages.length : Number(/\d+$/.exec(fork.sharedEnd)?.[0]);
      if (fork.sharedEnd === "/tools/0") expect(JSON.parse(fork.body).tools ?? []).toEqual([]);
      else {
        expect(shared).toBeGreaterThanOrEqual(declared);
        for (const { start, end } of snapshot.tools)
          expect(fork.body).toContain(snapshot.body.bytes.toString("utf8", start, end));
        for (const { start, end } of snapshot.system)
          expect(fork.body).toContain(snapshot.body.bytes.toString("utf8", start, end));
      }
      if (strategy.expectedSharedEnd === "parent-request") expect(fork.sharedEnd).toBeNull();
      expect(fork.body).toContain("Tidy up.");
      expect(seeded(strategy, snapshot, { ownCall: calls?.[1] ?? calls?.[0] ?? null }).body).toBe(fork.body);
    },
  );

  test("in a test of every strategy and every wire format", () => {
    expect(new Set(cells.map(({ strategy }) => strategy.name)).size).toBe(7);
    expect(new Set(cells.map(({ parent }) => parent.wire)).size).toBe(4);
  });
});

describe("a strategy's inserted messages leave no call open and answer no call twice", () => {
  test.each(cells.filter(({ strategy }) => strategy.name !== "sanitized-history"))(
    "for $strategy.name ($index) on $parent.wire, with a parent that ends $ends",
    ({ strategy, parent, more, calls }) => {
      const snapshot = captureOn(parent, { more: more === 0 ? [] : [parent.user("And then?")], calls });
      if (strategy.name === "append-tool-result" && (calls?.length ?? 0) === 0) return;
      const { history } = seeded(strategy, snapshot, { ownCall: calls?.[0] ?? null });
      const text = history.join("\n");
      for (const id of calls ?? []) {
        const mentions = text.match(new RegExp(`"${id}"`, "g"))?.length ?? 0;
        expect([0, 2]).toContain(mentions);
      }
      if (calls?.length === 3) expect(text.indexOf('"t1"')).toBeLessThan(text.indexOf('"t3"'));
    },
  );
});
