import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Client, conversation, type Fault, markedClients, prefixClients } from "./conversation.ts";
import {
  clock,
  editedOnce,
  headClock,
  noBreakpoints,
  toolOrder,
  volatileReminder,
  volatileTool,
  windowedHistory,
} from "./faults.ts";
import { inspected, served } from "./world.ts";

const faults: readonly Fault[] = [
  clock,
  headClock,
  toolOrder,
  volatileTool,
  volatileReminder,
  editedOnce,
  windowedHistory,
];
/** Breakpoints that are missing on messages alone cost next to nothing at first: `priced-sessions.test.ts` has them in a long session. */
const breakpointFaults: readonly Fault[] = [noBreakpoints];

const CLIENTS = [...markedClients, ...prefixClients];
const FAULTS = [...faults, ...breakpointFaults];

/** What inspect says that our breaks cost, and what the broken session cost more than the same one without its faults. */
function compared(client: Client, seed: number, broken: Parameters<typeof conversation>[2]) {
  const { turns, forksBehind } = broken;
  const bad = served(client, conversation(client, seed, broken));
  const good = served(client, conversation(client, seed, { turns, faults: [], ...(forksBehind && { forksBehind }) }));
  const { avoidableUsd } = inspected(bad).totals;
  return { said: avoidableUsd?.ours ?? NaN, true: bad.usd - good.usd, good: good.usd };
}

type Compared = ReturnType<typeof compared>;

/** A break that costs next to nothing is held to a part of the whole bill: what a fault writes may itself fill a unit of a cache. */
function isNear({ said, true: difference, good }: Compared): boolean {
  // A cut history may cost less than the whole one.
  const cost = Math.max(0, difference);
  return Math.abs(said - cost) <= Math.max(0.05 * Math.abs(cost), 0.01 * good);
}

/** By name, so that a counterexample can be read. */
const session = (clients: readonly Client[], kinds: readonly Fault[]) =>
  fc.record({
    client: fc.constantFrom(...clients.map(({ name }) => name)),
    faults: fc.uniqueArray(fc.constantFrom(...kinds.map(({ name }) => name)), { minLength: 1, maxLength: 2 }),
    seed: fc.nat(1e6),
    turns: fc.integer({ min: 6, max: 14 }),
  });

function named<Named extends { readonly name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe("the cost of a session's breaks equals its extra cost over the same session without faults", () => {
  it("holds for providers with breakpoints", () => {
    fc.assert(
      fc.property(session(markedClients, FAULTS), ({ client, seed, turns, faults: names }) => {
        const plan = { turns, faults: names.map((name) => named(FAULTS, name)) };
        expect(compared(named(CLIENTS, client), seed, plan)).toSatisfy(isNear);
      }),
      { numRuns: 60 },
    );
  });

  it("holds for prefix caches without breakpoints", () => {
    fc.assert(
      fc.property(session(prefixClients, faults), ({ client, seed, turns, faults: names }) => {
        const plan = { turns, faults: names.map((name) => named(FAULTS, name)) };
        expect(compared(named(CLIENTS, client), seed, plan)).toSatisfy(isNear);
      }),
      { numRuns: 60 },
    );
  });

  it("holds for forks that break a prefix which their parent keeps", () => {
    fc.assert(
      fc.property(session(CLIENTS, faults), ({ client, seed, turns, faults: names }) => {
        const forksBehind = [0, 2, 4, 6].filter((turn) => turn < turns);
        const forkFaults = names.map((name) => named(FAULTS, name));
        const found = compared(named(CLIENTS, client), seed, { turns, faults: [], forksBehind, forkFaults });
        expect(found).toSatisfy(isNear);
      }),
      { numRuns: 60 },
    );
  });

  it("reports no avoidable cost for a session without faults", () => {
    for (const client of CLIENTS) {
      const { exchanges, totals } = inspected(
        served(client, conversation(client, 5, { turns: 8, faults: [], forksBehind: [2, 5] })),
      );
      expect(totals.avoidableUsd, client.name).toEqual({ ours: 0, provider: 0, expected: 0 });
      expect(exchanges.flatMap(({ breakCost, unserved }) => breakCost ?? unserved ?? [])).toEqual([]);
    }
  });
});
