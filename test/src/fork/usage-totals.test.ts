import { describe, expect, test } from "vitest";
import { hitRatio, sumUsage } from "../../../src/fork/loop/usage-totals.ts";

describe("the hit ratio of a turn", () => {
  // The values of src/FORK-SYSTEMS.md#first-turn-warning, with the verdicts that its loop gave wrongly.
  test.each([
    [{ prompt: 875, read: 800, write: 50, fresh: 25 }, 800 / 875],
    [{ prompt: 1000, read: 500, write: 500, fresh: 0 }, 0.5],
    [{ prompt: 1000, read: 0, write: 1000, fresh: 0 }, 0],
    [{ prompt: 1000, read: 400, write: 0, fresh: 600 }, 0.4],
    [{ prompt: 1000, read: 0, write: 0, fresh: 1000 }, 0],
    [{ prompt: 0, read: 0, write: 0, fresh: 0 }, null],
    [{ prompt: null, read: null, write: 0, fresh: 10 }, null],
    [{ prompt: null, read: 10, write: null, fresh: 10 }, null],
    [{ prompt: null, read: 10, write: 0, fresh: null }, null],
    // The whole is told and the write is not: all providers but Anthropic.
    [{ prompt: 1000, read: 900, write: null, fresh: 100 }, 0.9],
    [{ prompt: 1000, read: null, write: null, fresh: null }, null],
    // A client of somebody's own that gives the parts alone.
    [{ prompt: null, read: 900, write: 50, fresh: 50 }, 0.9],
  ])("of %o is %s", (usage, ratio) => {
    expect(hitRatio({ ...usage, output: null })).toBe(ratio);
  });
});

describe("the sum over turns", () => {
  test("adds each counter", () => {
    expect(
      sumUsage([
        { prompt: 6, read: 1, write: 2, fresh: 3, output: 4 },
        { prompt: 60, read: 10, write: 20, fresh: 30, output: 40 },
      ]),
    ).toEqual({ prompt: 66, read: 11, write: 22, fresh: 33, output: 44 });
  });

  test("is unknown where one turn's counter is, and nothing where there were no turns", () => {
    expect(
      sumUsage([
        { prompt: 4, read: 1, write: null, fresh: 3, output: 4 },
        { prompt: 6, read: 1, write: 2, fresh: 3, output: null },
      ]),
    ).toEqual({ prompt: 10, read: 2, write: null, fresh: 6, output: null });
    expect(sumUsage([])).toEqual({ prompt: 0, read: 0, write: 0, fresh: 0, output: 0 });
  });
});
