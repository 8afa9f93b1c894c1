import { expect, test } from "vitest";
import { replayLanes } from "../../harness/replay/replay-lanes.ts";

test("turns and compactions stay in their lane, and branches, fresh and side requests begin one", () => {
  const lanes = replayLanes([
    { id: "1", parent: null, relation: "root" },
    { id: "2", parent: "1", relation: "turn" },
    { id: "3", parent: "2", relation: "branch" },
    { id: "4", parent: "2", relation: "turn" },
    { id: "5", parent: "3", relation: "turn" },
    { id: "6", parent: "4", relation: "compaction" },
    { id: "7", parent: null, relation: "side" },
  ]);
  expect(lanes).toEqual([["1", "2", "4", "6"], ["3", "5"], ["7"]]);
});
