import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compared, isNear, named } from "./compared.ts";
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

/** By name, so that a counterexample can be read. */
const session = (clients: readonly Client[], kinds: readonly Fault[]) =>
  fc.record({
    client: fc.constantFrom(...clients.map(({ name }) => name)),
    faults: fc.uniqueArray(fc.constantFrom(...kinds.map(({ name }) => name)), { minLength: 1, maxLength: 2 }),
    seed: fc.nat(1e6),
    turns: fc.integer({ min: 6, max: 14 }),
  });

describe("the cost of a session's breaks equals its extra cost over the same session without faults", () => {
  it("holds for providers with breakpoints", () => {
    fc.assert(
      fc.property(session(markedClients, FAULTS), ({ client, seed, turns, faults: names }) => {
        const plan = { turns, faults: names.map((name) => named(FAULTS, name)) };
        expect(compared(named(CLIENTS, client), seed, plan)).toSatisfy(isNear);
      }),
      { numRuns: 42 },
    );
  });

  it("holds for prefix caches without breakpoints", () => {
    fc.assert(
      fc.property(session(prefixClients, faults), ({ client, seed, turns, faults: names }) => {
        const plan = { turns, faults: names.map((name) => named(FAULTS, name)) };
        expect(compared(named(CLIENTS, client), seed, plan)).toSatisfy(isNear);
      }),
      { numRuns: 42 },
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
      { numRuns: 42 },
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
