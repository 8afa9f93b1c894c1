import { expect, test } from "vitest";
import { forkCost } from "../../harness/money/fork-cost.ts";

const at = { provider: "anthropic", model: "claude-sonnet-4-5", atMs: null };

test("a fork of Sonnet 4.5 costs 3 for fresh, 3.75 for written, 0.3 for read and 15 for answered tokens, by the million", () => {
  const turn = { read: 100_000, write: 1000, fresh: 10, output: 100 };
  expect(forkCost(at, [turn], 1)).toEqual({
    model: "claude-sonnet-4-5",
    usd: 0.03528,
    breakUsd: expect.any(Number),
    equivalentTokens: 10_000 + 1250 + 10,
  });
});

test("a broken prefix of 100,000 tokens costs its write less the read that it missed", () => {
  const broken = { read: 0, write: 100_000, fresh: 0, output: 0 };
  expect(forkCost(at, [broken], 1).breakUsd).toBeCloseTo(0.375 - 0.03, 9);
  expect(forkCost(at, [broken], 0.5).breakUsd).toBeCloseTo((0.375 - 0.03) / 2, 9);
  expect(forkCost(at, [{ ...broken, read: 100_000, write: 0 }], 1).breakUsd).toBe(0);
  const unmarked = { read: 0, write: 0, fresh: 100_000, output: 0 };
  expect(forkCost(at, [unmarked], 1).breakUsd).toBeCloseTo(0.3 - 0.03, 9);
});

test("an unknown price stays unknown, and is never 0", () => {
  const turn = { read: 1, write: 1, fresh: 1, output: 1 };
  const nothing = { usd: null, breakUsd: null, equivalentTokens: null };
  expect(forkCost({ ...at, model: "nobody-9" }, [turn], 1)).toMatchObject(nothing);
  expect(forkCost(at, [{ ...turn, read: null }], 1)).toMatchObject(nothing);
  expect(forkCost(at, [], 1)).toMatchObject(nothing);
  expect(forkCost(at, [turn, { ...turn, output: null }], null)).toMatchObject({ usd: null, breakUsd: null });
});
