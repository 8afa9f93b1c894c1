import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Recording } from "../../harness/kernel/exchange.ts";
import type { Relation } from "../../harness/kernel/breaks/relation.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type ExpectedPair, readExpectedPairs } from "../conformance/expected-pair.ts";

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

function withoutAnswers({ load, ...recording }: Recording): Recording {
  return { ...recording, load: (id) => ({ ...load(id), response: null, firstByteMs: null }) };
}

function without(recording: Recording, ids: readonly string[]): Recording {
  return { ...recording, ids: recording.ids.filter((id) => !ids.includes(id)) };
}

describe.skipIf(!isThere)("the lineage of real recordings", () => {
  const pairs = isThere ? readExpectedPairs(index) : [];
  const recordings = [...new Set(pairs.map(({ recording }) => recording))];

  const asked: readonly string[] = ["compaction", "compaction-retry"];
  const ways: readonly (readonly [string, (recording: Recording, expected: readonly ExpectedPair[]) => Recording])[] = [
    ["as recorded", (recording) => recording],
    ["without the answers", withoutAnswers],
    ["without the requests for a summary", (recording, expected) => without(recording, askingChildren(expected))],
  ];
  const hasSummary = (recording: string): boolean =>
    askingChildren(pairs.filter((pair) => pair.recording === recording)).length > 0;
  const cases = recordings.flatMap((recording) =>
    ways.slice(0, hasSummary(recording) ? 3 : 2).map(([way, change]) => ({ recording, way, change })),
  );

  function askingChildren(expected: readonly ExpectedPair[]): readonly string[] {
    return expected.filter(({ relation }) => asked.includes(relation)).map(({ child }) => child);
  }

  it.each(cases)("finds for each child of $recording, $way, its parent and its relation", ({ recording, change }) => {
    const all = pairs.filter((pair) => pair.recording === recording);
    const changed = change(openRecording(`${folder}/${recording}`), all);
    const { exchanges } = inspectRecording(changed);
    const expected = all.filter(({ child }) => changed.ids.includes(child));
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
