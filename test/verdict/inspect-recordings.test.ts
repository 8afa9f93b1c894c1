import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Relation } from "../../harness/kernel/inspection.ts";
import { inspectRecording } from "../../harness/verdict/inspect-recording.ts";
import { readExpectedPairs } from "../conformance/expected-pair.ts";

const folder = "../shared/recordings";
const index = `${folder}/EXPECTED.json`;
const isThere = existsSync(index);
if (!isThere) console.warn(`SKIPPED: the recordings of real clients are not at ${folder}`);

/** What a person called the pair, as the wire can show it: a fork and a resumed conversation look alike there. */
const SHOWN: Readonly<Record<string, readonly Relation[]>> = {
  fork: ["turn", "branch"],
  "session-fork": ["turn", "branch"],
  "hand-made-fork": ["turn", "branch"],
  resume: ["turn", "branch"],
  "next-user-turn": ["turn", "branch"],
  turn: ["turn", "branch"],
  compaction: ["compaction"],
  "compaction-retry": ["compaction"],
  "after-compaction": ["compaction"],
  "fresh-subagent": ["fresh"],
  handoff: ["fresh"],
};

describe.skipIf(!isThere)("lineage of real recordings", () => {
  const pairs = isThere ? readExpectedPairs(index) : [];
  const recordings = [...new Set(pairs.map(({ recording }) => recording))];

  it.each(recordings)("%s: every child has its parent and its relation", (recording) => {
    const { exchanges } = inspectRecording(openRecording(`${folder}/${recording}`));
    const expected = pairs.filter((pair) => pair.recording === recording);
    const found = expected.map(({ child }) => {
      const exchange = exchanges.find(({ id }) => id === child);
      return { child, parent: exchange?.parent, relation: exchange?.relation };
    });
    expect(found).toEqual(
      expected.map(({ child, parent, relation }) => ({
        child,
        parent,
        relation: expect.toBeOneOf([...(SHOWN[relation] ?? [])]),
      })),
    );
  });
});
