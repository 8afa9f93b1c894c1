import { globSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { judgeRecorded } from "../../harness/cli/commands/judge/judge-recorded.ts";
import type { Source } from "../../harness/cassette/recorded-exchange.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { sequenceRules } from "../../harness/diagnosis/registry.ts";
import type { Recording } from "../../harness/kernel/exchange.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { makeSession } from "../lineage/sessions/make-session.ts";
import { ownBases } from "../lineage/sessions/own-bases.ts";
import { recordedBases } from "../lineage/sessions/recorded-bases.ts";
import { groundTruthFiles, noRecordings, recordingFiles } from "../support/recorded-requests.ts";
import { withCounters } from "../support/with-counters.ts";

/** How `simulate` measures lengths. No ratio depends on it, which cassettes and generated sessions show of both. */
type Way = "anchored" | "estimated";
const both: readonly Way[] = ["anchored", "estimated"];

/** What a command says of a request. */
type Said = { readonly expected: number | null; readonly word: string | null };

function said(ratio: InspectedExchange["ratio"] | undefined): Said {
  return { expected: ratio?.expected ?? null, word: ratio?.verdict ?? null };
}

/** The exchanges that `inspect` shows; an empty list if nothing in the recording can be compared. */
function inspected(recording: Recording, parentOf?: ReadonlyMap<string, string>): readonly InspectedExchange[] {
  try {
    return inspectRecording(recording, parentOf && { parentOf }).exchanges;
  } catch (error) {
    if (error instanceof HarnessError && error.code === "HX252") return [];
    throw error;
  }
}

function simulated(recording: Source, anchored: boolean): ReadonlyMap<string, Said> {
  const options = { provider: null, anchored, mode: "upper", passesBroken: true } as const;
  return new Map(simulateRecording(recording, options).exchanges.map(({ id, ratio }) => [id, said(ratio)]));
}

function judged(recording: Recording, parent: string, child: string): Judgement {
  const request = { at: null, provider: null, showText: false, caches: modelledCaches };
  return judgeRecorded(recording, { ...request, parent, child }).judgement;
}

const SEQUENCE: ReadonlySet<string> = new Set(sequenceRules.map(({ code }) => code));

/** Holds the commands against each other; answers how many requests continue another, by their word. */
function compare(recording: Source, ways: readonly Way[] = ["anchored"]): ReadonlyMap<string | null, number> {
  const simulations = ways.map((way) => simulated(recording, way === "anchored"));
  const words = new Map<string | null, number>();
  for (const exchange of inspected(recording)) {
    const { id, parent, ratio, findings } = exchange;
    const own = said(ratio);
    for (const simulation of simulations) expect(simulation.get(id), id).toEqual(own);
    if (parent === null) continue;
    words.set(own.word, (words.get(own.word) ?? 0) + 1);
    const pair = said(judged(recording, parent, id).ratio);
    if (pair.expected === own.expected && pair.word === own.word) continue;
    // Who names a pair says that the one continues the other, which `inspect` may doubt until its user says so too.
    const named = said(inspected(recording, new Map([[id, parent]])).find((each) => each.id === id)?.ratio);
    expect(pair.expected, id).toBe(named.expected);
    // A cause that only a sequence of requests shows is in no pair.
    const isOfSequence = findings.some(({ code, role }) => role === "cause" && SEQUENCE.has(code));
    if (!isOfSequence) expect(pair.word, id).toBe(named.word);
  }
  return words;
}

const cassettes = globSync("fixtures/cassettes/*").sort();

test.each(cassettes)("inspect, simulate and judge give the same ratio and verdict for %s", (folder) => {
  expect(compare(openRecording(folder), both)).toBeInstanceOf(Map);
});

describe.skipIf(noRecordings !== null)("inspect, simulate and judge on recorded traffic", () => {
  const words = new Set<string | null>();

  test.each([...recordingFiles, ...groundTruthFiles])("give the same ratio and verdict for %s", (file) => {
    const own = compare(openRecording(file));
    for (const word of own.keys()) words.add(word);
    expect(own).toBeInstanceOf(Map);
  });

  test("give every ratio verdict at least once", () => {
    expect(words).toEqual(new Set(["below-minimum", "cold-parent", "low", "ok", "unknown", null]));
  });
});

it("inspect, simulate and judge give the same ratio and verdict for sessions with bugs", () => {
  const bases = [...ownBases(), ...(noRecordings === null ? recordedBases() : [])];
  const words = new Map<string | null, number>();
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(fc.constantFrom(0, 0.1, 0.6, 0.95), { minLength: 1 }), (seed, shares) => {
      const { recording } = makeSession(seed, bases);
      for (const [word, count] of compare(withCounters(recording, shares), both))
        words.set(word, (words.get(word) ?? 0) + count);
    }),
    { numRuns: 30 },
  );
  expect([...words.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(150);
  expect(words.get("ok")).toBeGreaterThan(10);
  expect(words.get("low")).toBeGreaterThan(10);
});
