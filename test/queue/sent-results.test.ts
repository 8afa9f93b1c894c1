import { expect, test } from "vitest";
import type { ResultMessage } from "../../harness/queue/messages.ts";
import { SentResults } from "../../harness/queue/worker/sent-results.ts";

test("a worker remembers its latest 512 results without files, by run and index", () => {
  const sent = new SentResults();
  for (let index = 0; index < 513; index += 1) sent.add({ run: "a" }, resultOf(index, null));
  sent.add({ run: "b" }, resultOf(0, "digest of its evidence"));
  const found = [0, 1, 512].map((index) => sent.find({ run: "a", index })?.index ?? null);
  expect(found).toEqual([null, 1, 512]);
  expect(sent.find({ run: "b", index: 0 })).toBeNull();
  expect(sent.find({ run: "b", index: 1 })).toBeNull();
});

function resultOf(index: number, evidence: string | null): ResultMessage {
  const job: ResultMessage["job"] = { id: String(index) } as ResultMessage["job"];
  return { index, job, durationMs: 1, packs: [], unknownModels: [], internalErrors: [], evidence, transcript: null };
}
