import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { openSources } from "../../harness/sources/open-sources.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { writeLog } from "./write-log.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const CONVERSATIONS = 12;
const MOST_BYTES = 1_000_000;

test("a log of conversations that take turns is read once, and keeps one body for each conversation", async () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "log.jsonl");
  // No conversation ends in it: those that end are dropped only when others take their room.
  const { requests, bytes } = writeLog(path, { bytes: 8e6, conversations: CONVERSATIONS, mostBytes: MOST_BYTES });
  using sources = await openSources([path]);
  const sent: WeakRef<Buffer>[] = [];
  let loaded = 0;
  const load = (id: string) => {
    const exchange = sources.recording.load(id);
    sent.push(new WeakRef(exchange.request));
    loaded += exchange.request.length;
    return exchange;
  };
  const judging = judgeRecording({ ...sources.recording, load, loadReadable: load });
  const relations = new Map<string | undefined, number>();
  for (const _ of sources.recording.ids) {
    const step = judging.next();
    const relation = step.done === true ? "done" : step.value.read?.descent.relation;
    relations.set(relation, (relations.get(relation) ?? 0) + 1);
  }
  expect(Object.fromEntries(relations)).toEqual({ root: CONVERSATIONS, turn: requests - CONVERSATIONS });
  expect(requests).toBeGreaterThan(5 * CONVERSATIONS);
  // A parent is never read again for its child.
  expect(sent).toHaveLength(requests);
  expect(loaded).toBeLessThan(bytes);
  // What a reference was made to lives on until its task ends.
  await setImmediate();
  collect();
  const alive = sent.filter((body) => body.deref() !== undefined).length;
  expect(alive).toBeGreaterThanOrEqual(CONVERSATIONS);
  expect(alive).toBeLessThanOrEqual(CONVERSATIONS + 3);
  expect(judging.next().done).toBe(true);
});
