import { expect, test } from "vitest";
import type { ResultMessage } from "../../harness/queue/messages.ts";
import { SentResults } from "../../harness/queue/worker/sent-results.ts";

test("a worker remembers its latest 512 results, by run and index", () => {
  const sent = new SentResults();
  for (let index = 0; index < 512; index += 1) sent.add({ run: "a" }, { result: resultOf(index), files: [] });
  sent.add({ run: "b" }, { result: resultOf(0), files: [] });
  const found = [0, 1, 511].map((index) => sent.find({ run: "a", index })?.result.index ?? null);
  expect(found).toEqual([null, 1, 511]);
  expect(sent.find({ run: "b", index: 0 })?.result.index).toBe(0);
  expect(sent.find({ run: "b", index: 1 })).toBeNull();
  expect([...sent.byRun()].map(([run, results]) => [run, results.length])).toEqual([
    ["a", 511],
    ["b", 1],
  ]);
});

test("a worker forgets its oldest results if their files are more than 64 MB", () => {
  const sent = new SentResults();
  const files = [{ name: "evidence", packed: Buffer.alloc(24 * 1024 * 1024) }];
  // One that is sent a second time counts once.
  for (const index of [0, 1, 1, 2]) sent.add({ run: "a" }, { result: resultOf(index), files });
  expect([0, 1, 2].map((index) => sent.find({ run: "a", index }) !== null)).toEqual([false, true, true]);
});

function resultOf(index: number): ResultMessage {
  const job: ResultMessage["job"] = { id: String(index) } as ResultMessage["job"];
  return {
    index,
    job,
    durationMs: 1,
    packs: [],
    unknownModels: [],
    internalErrors: [],
    evidence: null,
    transcript: null,
  };
}
