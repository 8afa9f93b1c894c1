import { expect, test } from "vitest";
import { first, grown, simulate, told, usage } from "./simulated.ts";

const again = { turns: ["hello"] };

test.each([
  ["less", 1500, "wrong"],
  ["more", 2050, "wrong"],
  ["as much", 2000, "exact"],
])("a prefix has the length of its write, not of the scored read: %s", (_name, read, score) => {
  const { exchanges } = simulate([first, { ...again, usage: usage(3, 0, read) }]);
  expect(exchanges[1]).toMatchObject({ predicted: { read: 2000 }, score, exact: score === "exact", setApart: null });
});

test("a read that moves to fresh or grows is wrong in each turn, and teaches no later length", () => {
  const third = [...grown, "sure", "and now"];
  const played = (by: number, from: "fresh" | "nowhere"): unknown => {
    const read = (tokens: number, write: number): object => usage(from === "fresh" ? 3 - by : 3, write, tokens + by);
    return told(
      simulate([
        first,
        { turns: grown, usage: { ...read(2000, 120) } },
        { turns: third, usage: { ...read(2120, 80) } },
        { turns: third, usage: { ...read(2200, 0) } },
      ]),
    );
  };
  expect(played(0, "fresh")).toEqual(["first", "exact", "exact", "exact"]);
  for (const scores of [played(-1000, "fresh"), played(1500, "nowhere")]) {
    expect(scores).toEqual(["first", "wrong", expect.not.stringMatching("exact"), expect.not.stringMatching("exact")]);
  }
});

test("a counter that differs from the frozen length is a residual, and the frozen length stays", () => {
  const { exchanges, summary } = simulate([
    first,
    { ...again, usage: usage(3, 0, 2010) },
    { ...again, usage: usage(3, 0, 1500) },
    { ...again, usage: usage(3, 0, 2000) },
  ]);
  expect(exchanges.map(({ residual }) => residual?.tokens ?? null)).toEqual([null, 10, -500, 0]);
  expect(summary.residuals).toEqual({ compared: 3, differing: 2, rejected: 1 });
  expect(exchanges.map(({ score }) => score)).toEqual(["first", "wrong", "wrong", "exact"]);
});

test("a read longer than everything stored is a warm start only if the prefix was never sent before", () => {
  // All of the marked prefix was read, which this run never wrote.
  expect(told(simulate([first, { turns: grown, usage: usage(3, 0, 2120) }]))).toEqual(["first", "warm start"]);
  // More than the entry and less than the marked prefix: no block in between has a breakpoint.
  expect(told(simulate([first, { turns: grown, usage: usage(3, 60, 2060) }]))).toEqual(["first", "wrong"]);
  expect(told(simulate([first, { ...again, usage: usage(3, 0, 2400) }]))).toEqual(["first", "wrong"]);
});

test("a prefix that was stored without counters is not an exact hit by the length of its own read", () => {
  const { exchanges } = simulate([
    { ...again, usage: null },
    { ...again, usage: usage(3, 0, 2000) },
  ]);
  expect(exchanges[1]?.score).not.toBe("exact");
});
