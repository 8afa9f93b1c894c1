import { describe, expect, it } from "vitest";
import { figuresOf } from "./sessions/figures.ts";
import { ownBases } from "./sessions/own-bases.ts";
import { missesOf } from "./sessions/print-score.ts";
import { recordedBases } from "./sessions/recorded-bases.ts";
import { scoreSessions, withNamedParents } from "./sessions/score-sessions.ts";
import { shortfalls } from "./sessions/targets.ts";

const FEW = { seed: 1, count: 200 };

describe("generated sessions with known parents", () => {
  const scores = scoreSessions(ownBases(), FEW);
  const truths = scores.map(({ sent }) => sent.truth);

  it("reach the targets of the lineage", () => {
    expect(missesOf(scores).slice(0, 5)).toEqual([]);
    expect(shortfalls(figuresOf(scores))).toEqual([]);
  });

  it("show each of 17 shapes on every wire format, and more than 20 bugs", () => {
    const shown = Map.groupBy(scores, ({ sent }) => sent.truth.shape);
    const wires = [...shown.values()].map((some) => new Set(some.map(({ session }) => session.wire)).size);
    expect(shown.size).toBeGreaterThanOrEqual(17);
    expect(wires).toEqual(wires.map(() => 5));
    expect(new Set(truths.map(({ bug }) => bug)).size).toBeGreaterThan(20);
    expect(scores.filter(({ truth }) => truth.length > 0).length).toBeGreaterThan(100);
    expect(truths.filter(({ undecidable }) => undecidable !== null).length).toBeLessThan(truths.length / 10);
  });

  it("get every break and no other from inspect if the recording names each parent", () => {
    const all = scoreSessions(ownBases(), { ...FEW, change: withNamedParents });
    const named = figuresOf(all.filter(({ sent }) => sent.truth.parents[0] !== null));
    expect(named).toMatchObject({ parents: named.requests, missed: 0, invented: 0 });
    expect(named.broken).toBeGreaterThan(100);
  });

  it("have the same bytes for the same session number", () => {
    const bytes = (): readonly string[] =>
      scoreSessions(ownBases(), { seed: 7, count: 5 }).map(({ sent }) => sent.exchange.request.toString("base64"));
    expect(bytes()).toEqual(bytes());
  });
});

const bases = recordedBases();

describe.skipIf(bases.length === 0)("sessions made of recordings", () => {
  it("reach the targets of the lineage with real clients' bodies", () => {
    const scores = scoreSessions(bases, { seed: 1, count: 60 });
    expect(missesOf(scores).slice(0, 5)).toEqual([]);
    expect(shortfalls(figuresOf(scores))).toEqual([]);
  });
});
