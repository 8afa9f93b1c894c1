import { expect, test } from "vitest";
import { blockStates, type PaidPrompt } from "../../harness/blocks/block-states.ts";

/** Tools and system of 10,000 tokens with a breakpoint, then messages; `read` of them came from the cache and the rest was written. */
function statesOf(read: number, tokens: readonly number[]): readonly string[] {
  const total = tokens.reduce((sum, each) => sum + each, 0);
  const request = {
    blocks: new Uint32Array(tokens.length),
    tokens: new Uint32Array(tokens),
    shared: 1,
    marks: [1, tokens.length - 1],
    divergence: null,
  };
  const exchange: PaidPrompt = {
    usage: { read, write: total - read, fresh: 0, output: 5 },
    countedOver: "one-prompt",
    breakCost: null,
    unserved: null,
    ratio: null,
    parent: "1",
  };
  return blockStates(request, exchange).states;
}

test("the last blocks are written where the counters show it, however few of the tokens they are", () => {
  expect(statesOf(10_200, [4_000, 6_000, 200, 290])).toEqual(["read", "read", "read", "written"]);
  expect(statesOf(10_000, [4_000, 6_000, 200, 290])).toEqual(["read", "read", "written", "written"]);
});

test("a read ends at a breakpoint where our estimate of its length is off", () => {
  expect(statesOf(10_400, [4_000, 6_000, 9_000, 600])).toEqual(["read", "read", "written", "written"]);
});
