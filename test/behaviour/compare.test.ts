import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { compareSnapshots } from "./compare.ts";

const before = { code: "CB202", fix: "put it back", ratio: 0.5, timing: { ms: 3 }, jobs: [{ id: "a", verdict: null }] };

function difference(after: object, factsOnly: boolean, first: object = before): readonly string[] {
  const folder = temporaryFolder();
  for (const [name, document] of Object.entries({ before: first, after })) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "run.json"), JSON.stringify(document));
  }
  return compareSnapshots(join(folder, "before"), join(folder, "after"), { factsOnly }).differences;
}

test("a comparison of snapshots reports each fact that changed, and no time", () => {
  expect(difference({ ...before, timing: { ms: 4 } }, false)).toEqual([]);
  expect(difference({ ...before, ratio: 0.6 }, true)).toEqual(["run.json/ratio: 0.5 -> 0.6"]);
  expect(difference({ ...before, code: "CB203" }, true)).toEqual(['run.json/code: "CB202" -> "CB203"']);
  expect(difference({ ...before, jobs: [] }, true)).toHaveLength(1);
});

test("a comparison of facts ignores how a message is worded", () => {
  const reworded = { ...before, fix: "restore it" };
  expect(difference(reworded, false)).toHaveLength(1);
  expect(difference(reworded, true)).toEqual([]);
});

test("a word that only changed its spelling does not differ, whichever snapshot has the former one", () => {
  const former = { code: "compacted" };
  const today = { code: "history-compacted" };
  for (const [one, other] of [
    [former, former],
    [former, today],
    [today, today],
  ] as const) {
    expect(difference({ ...before, parent: { ...other } }, true, { ...before, parent: { ...one } })).toEqual([]);
  }
});
