import fc from "fast-check";
import { expect, it } from "vitest";
import type { Session } from "../lineage/sessions/truth.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { makeSession } from "../lineage/sessions/make-session.ts";
import { ownBases } from "../lineage/sessions/own-bases.ts";

/** The session with times of a clock that stands still for `tickMs`, while each answer begins a while after its request. */
function withCoarseClock({ recording }: Session, tickMs: number): Session["recording"] {
  const { load } = recording;
  const tick = (ms: number | null): number | null => ms && Math.floor(ms / tickMs) * tickMs;
  return {
    ...recording,
    load: (id) => {
      const exchange = load(id);
      return { ...exchange, startedAtMs: tick(exchange.startedAtMs), firstByteMs: 900 };
    },
  };
}

it("a request that repeats its parent's answer was not sent before it, however coarse the clock", () => {
  const bases = ownBases();
  let repeats = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(2_000, 60_000, 3_600_000), (seed, tickMs) => {
      const session = makeSession(seed, bases);
      const { exchanges } = inspectRecording(withCoarseClock(session, tickMs));
      const isAnswered = (id: string | null): boolean => id !== null && session.recording.load(id).response !== null;
      const repeating = exchanges.filter(
        ({ parent, parentBecause }) => parentBecause.includes("repeats-answer") && isAnswered(parent),
      );
      repeats += repeating.length;
      const early = repeating.filter(({ findings }) => findings.some(({ code }) => code === "CB702"));
      expect(early.map(({ id }) => `${session.name}: ${id}`)).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect(repeats).toBeGreaterThan(60);
});
