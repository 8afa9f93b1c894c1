import { expect, it } from "vitest";
import { inSentOrder } from "../../harness/cassette/in-sent-order.ts";
import type { RecordedExchange, Source } from "../../harness/cassette/recorded-exchange.ts";
import type { BreakGate } from "../../harness/kernel/break-gate.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { mergeSources } from "../../harness/sources/merge-sources.ts";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { makeSession } from "../lineage/sessions/make-session.ts";
import { ownBases } from "../lineage/sessions/own-bases.ts";

type Inspected = { readonly exchanges: readonly InspectedExchange[]; readonly gate: BreakGate };

function inspected(recording: Recording): Inspected {
  const { exchanges } = inspectRecording(recording);
  return { exchanges, gate: breakGate(exchanges) };
}

/** A file with these exchanges. */
function fileOf(name: string, exchanges: readonly Exchange[]): Source {
  const byId = new Map(exchanges.map((each) => [each.id, recorded(each)]));
  const sent = exchanges.map(({ startedAtMs }) => startedAtMs);
  return {
    name,
    format: "traffic",
    ...inSentOrder([...byId.keys()], sent),
    ...(sent.includes(null) ? {} : { sentAtMs: (id: string) => byId.get(id)?.startedAtMs ?? null }),
    load: (id) => {
      const exchange = byId.get(id);
      if (exchange === undefined) throw new Error(`no exchange ${id}`);
      return exchange;
    },
  };
}

function recorded(exchange: Exchange): RecordedExchange {
  const unknown = { dialect: null, provider: null, usage: null, chunks: null, socket: null, outcome: null };
  return { ...exchange, ...unknown, redacted: null, encoded: { request: null, response: null } };
}

type Change = (sentAtMs: number) => number | null;

const same: Change = (sentAtMs) => sentAtMs;
const later =
  (ms: number): Change =>
  (sentAtMs) =>
    sentAtMs + ms;
const unknown: Change = () => null;
const second: Change = (sentAtMs) => Math.floor(sentAtMs / 1_000) * 1_000;
const one: Change = () => Date.UTC(2026, 10, 21);

/** What the clocks of two files say, and which of the files is read first. */
type Clocks = { readonly main: Change; readonly forks: Change; readonly isForkFirst?: true };

const clocks: Readonly<Record<string, Clocks>> = {
  "one clock": { main: same, forks: same },
  "one clock, the other file first": { main: same, forks: same, isForkFirst: true },
  "a millisecond early": { main: same, forks: later(-1) },
  "a second early": { main: same, forks: later(-1_000), isForkFirst: true },
  "a second late": { main: same, forks: later(1_000) },
  "an hour early": { main: same, forks: later(-3_600_000) },
  "an hour late": { main: same, forks: later(3_600_000) },
  "whole seconds": { main: second, forks: second, isForkFirst: true },
  "equal times": { main: one, forks: one },
  "equal times, the other file first": { main: one, forks: one, isForkFirst: true },
  "no times in one": { main: same, forks: unknown },
  "no times in one, which is first": { main: same, forks: unknown, isForkFirst: true },
  "no times": { main: unknown, forks: unknown },
  "no times, the other file first": { main: unknown, forks: unknown, isForkFirst: true },
};

function timed(exchanges: readonly Exchange[], change: Change): readonly Exchange[] {
  return exchanges.map((each) => {
    const startedAtMs = each.startedAtMs === null ? null : change(each.startedAtMs);
    return { ...each, startedAtMs, firstByteMs: startedAtMs === null ? null : each.firstByteMs };
  });
}

/** A session as one file, and its gate. */
type Whole = {
  readonly seed: number;
  readonly name: string;
  readonly all: readonly Exchange[];
  readonly exchanges: readonly InspectedExchange[];
  readonly gate: BreakGate;
};

function* wholeSessions(count: number): Generator<Whole> {
  const bases = ownBases();
  for (let seed = 1; seed <= count; seed += 1) {
    const { recording, name } = makeSession(seed, bases);
    yield { seed, name, all: recording.ids.map(recording.load), ...inspected(recording) };
  }
}

/** The gate of both files; null if one of them would hold nothing. */
function gateOfBoth(
  all: readonly Exchange[],
  isFork: (id: string) => boolean,
  { main, forks, isForkFirst }: Clocks,
): BreakGate | null {
  const parts = [all.filter(({ id }) => !isFork(id)), all.filter(({ id }) => isFork(id))] as const;
  if (parts.some(({ length }) => length === 0)) return null;
  const files = [fileOf("main", timed(parts[0], main)), fileOf("forks", timed(parts[1], forks))];
  const sources = (isForkFirst === true ? files.toReversed() : files).map((source) => ({ label: source.name, source }));
  return inspected(mergeSources(sources, "both").merged).gate;
}

it("a session that breaks a prefix fails whatever the clocks of two files say, and whichever is read first", () => {
  const passed: string[] = [];
  const seen = new Map(Object.keys(clocks).map((title) => [title, 0]));
  for (const { seed, name, all, exchanges, gate } of wholeSessions(60)) {
    const broken = new Set(gate.breaks.filter(({ origin }) => origin === "ours").map(({ id }) => id));
    if (broken.size === 0) continue;
    for (const [split, isFork] of [(id: string) => broken.has(id), forksOf(exchanges)].entries())
      for (const [at, [title, each]] of Object.entries(clocks).entries()) {
        if ((at + seed + split) % EVERY !== 0) continue;
        const both = gateOfBoth(all, isFork, each);
        if (both === null) continue;
        seen.set(title, (seen.get(title) ?? 0) + 1);
        if (both.passed) passed.push(`${name}: ${title}`);
      }
  }
  expect(passed).toEqual([]);
  expect(Math.min(...seen.values())).toBeGreaterThan(2);
});

/** Clocks take turns: of so many, each session gets one. */
const EVERY = 9;

it("a session without a break passes also if its forks stand in a file of their own", () => {
  const failed: string[] = [];
  let seen = 0;
  for (const { name, all, exchanges, gate } of wholeSessions(30)) {
    if (!gate.passed) continue;
    const both = gateOfBoth(all, forksOf(exchanges), { main: same, forks: same });
    if (both === null) continue;
    seen += 1;
    if (!both.passed) failed.push(name);
  }
  expect(failed).toEqual([]);
  expect(seen).toBeGreaterThan(2);
});

/** Whether a request belongs to a fork. */
function forksOf(exchanges: readonly InspectedExchange[]): (id: string) => boolean {
  const forks = new Set<string>();
  for (const { id, parent, relation } of exchanges)
    if (relation === "branch" || relation === "side" || (parent !== null && forks.has(parent))) forks.add(id);
  return (id) => forks.has(id);
}
