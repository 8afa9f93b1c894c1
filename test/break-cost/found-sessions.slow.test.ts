import { describe, expect, it } from "vitest";
import { compared, isNear, named } from "./compared.ts";
import { markedClients, prefixClients } from "./conversation.ts";
import { clock, windowedHistory } from "./faults.ts";

const CLIENTS = [...markedClients, ...prefixClients];

/** Sessions that other seeds of `break-cost.property.test.ts` found. */
describe("the cost of a session's breaks equals its extra cost over the same session without faults", () => {
  it("holds for a window that leaves the opening and the newest answer: it is not a compaction", () => {
    const client = named(CLIENTS, "openai gpt-6.1-sol");
    expect(compared(client, 663_570, { turns: 9, faults: [windowedHistory] })).toSatisfy(isNear);
  });

  it("holds for windows whose blocks look like versions of those they dropped, and whose calls repeat older words", () => {
    const client = named(CLIENTS, "openai gpt-6.1-sol");
    expect(compared(client, 933_283, { turns: 14, faults: [windowedHistory] })).toSatisfy(isNear);
    expect(compared(client, 333_142, { turns: 7, faults: [windowedHistory] })).toSatisfy(isNear);
  });

  it("holds for a fork whose clock fills one more unit of the cache", () => {
    const client = named(CLIENTS, "moonshot kimi-k2-0905-preview");
    const plan = { turns: 6, faults: [], forksBehind: [0, 2, 4], forkFaults: [clock] };
    expect(compared(client, 200_895, plan)).toSatisfy(isNear);
  });

  it("holds for forks that leave their parents' next turns a unit of the cache less", () => {
    const client = named(CLIENTS, "moonshot kimi-k2-0905-preview");
    const plan = { turns: 6, faults: [], forksBehind: [0, 2, 4], forkFaults: [clock] };
    const found = compared(client, 201_190, plan);
    expect(found).toSatisfy(isNear);
    expect(found.others).toBeGreaterThan(0);
  });
});
