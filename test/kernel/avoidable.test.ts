import { expect, it } from "vitest";
import type { BreakCost, CauseCost } from "../../harness/kernel/breaks/break-cost.ts";
import { byOrigin } from "../../harness/kernel/breaks/avoidable.ts";

const prompt = { read: 0, write: 0, fresh: 0, longWrite: 0 };

function cause(origin: CauseCost["origin"], savesUsd: number): CauseCost {
  return {
    code: "CB416",
    role: "cause",
    origin,
    pointer: null,
    savesTokens: 0,
    broken: prompt,
    fixed: prompt,
    savesUsd,
  };
}

it("counts what an expected compaction saved as its own, and takes nothing of it from the cost of our causes", () => {
  const causes = [cause("expected", 0), cause("ours", 0)];
  const cost: Pick<BreakCost, "causes"> = { causes };
  expect(byOrigin(cost, -2, ({ savesUsd }) => savesUsd ?? 0)).toEqual({ ours: 0, provider: 0, expected: -2 });
});
