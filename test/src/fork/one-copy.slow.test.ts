import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { firstBodyOf } from "../support/seeded-body.ts";
import { clientFor } from "../../../src/providers/client-for.ts";
import { strategies } from "../../../src/strategies/strategies.ts";
import { lastNTurns } from "../../../src/strategies/last-n-turns.ts";
import { snapshotQuery } from "../../../src/strategies/snapshot-query.ts";
import { placeholderResults } from "../../../src/strategies/placeholder-results.ts";
import type { ForkBody } from "../../../src/wire/fork-body.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { parentOn, wireParents, type WireParent } from "../support/wire-parents.ts";

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });
const task = { directive: "Tidy up.", reminder: null, ownCall: null };

/** What is freed while it is measured would hide what is copied, and sweeping takes its time: large buffers are kept to the end. */
const kept: unknown[] = [];

/** A parent of about so many bytes, most of them the user's. */
function parentOf({ wire, around, history, user }: WireParent, bytes: number): CacheSafeParams {
  const long = Array.from({ length: Math.ceil(bytes / 1000) }, () => user("x".repeat(960)));
  const request = Buffer.from(around([...history, ...long].join(",")));
  const parent = captureCacheSafeParams({ wire, request, headers: [], answer: null, model: "m" });
  kept.push(request, parent);
  return parent;
}

/** Bytes of a body that are not the parent's own, in memory: what the fork has added, and whatever was copied. */
function ownBytes({ body }: CacheSafeParams, { parts }: ForkBody): number {
  return parts.filter(({ buffer }) => buffer !== body.bytes.buffer).reduce((sum, { length }) => sum + length, 0);
}

describe("the parent's bytes are copied only when the snapshot is taken", () => {
  test("and the snapshot owns one copy of them, in which it holds everything else as spans", () => {
    const request = Buffer.from(parentOn("openai-chat").around(parentOn("openai-chat").history.join(",")));
    const parent = captureCacheSafeParams({ wire: "openai-chat", request, headers: [], answer: null });
    expect(parent.body.bytes.equals(request)).toBe(true);
    request.fill(0x20);
    expect(parent.body.bytes.includes("Look")).toBe(true);
    for (const span of [...parent.tools, ...parent.system, ...parent.messages]) {
      expect(Object.values(span).map((value) => typeof value)).toEqual(["number", "number"]);
    }
  });

  const others = [lastNTurns(3), snapshotQuery({ window: 40 }), placeholderResults({ acknowledge: true })];
  describe.each(wireParents)("and on $wire", (parentOnWire) => {
    const parent = parentOf(parentOnWire, 100_000);
    test.each(
      [...strategies, ...others]
        .filter(({ wires }) => wires.includes(parentOnWire.wire))
        .map((each) => [each.name, each]),
    )("the strategy %s adds only its own messages", (_, strategy) => {
      if (strategy.name === "append-tool-result") return expect(() => strategy.seed(parent, task)).toThrow("open");
      const seed = strategy.seed(parent, task);
      const body = firstBodyOf(parent, seed);
      const added = seed.messages.reduce((sum, { bytes }) => sum + bytes.length, 0);
      // Other than its messages: commas, and members that ask for a stream.
      const commas = body.parts.filter((part) => part.length === 1).length;
      expect(ownBytes(parent, body)).toBeLessThanOrEqual(added + commas + 100);
    });
  });

  test("and three siblings and all their turns share them", async () => {
    const parent = parentOf(parentOn("anthropic-messages"), 100_000);
    const bodies: ForkBody[] = [];
    for (const directive of ["one", "two", "six"]) {
      const llm = new ScriptedClient([call, call, done]);
      await runFork({ llm, parent, directive });
      bodies.push(...llm.requests.map(({ body }) => body));
    }
    expect(bodies).toHaveLength(9);
    for (const body of bodies) expect(ownBytes(parent, body)).toBeLessThan(1000);
  });
});

describe("the memory", () => {
  const size = 16_000_000;
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");

  test("of three siblings' requests is that of one parent, in bytes and in objects", async () => {
    const parent = parentOf(parentOn("anthropic-messages"), size);
    collect();
    const before = process.memoryUsage();
    const clients = ["one", "two", "six"].map((directive) => ({ directive, llm: new ScriptedClient([done]) }));
    await Promise.all(clients.map(({ directive, llm }) => runFork({ llm, parent, directive })));
    collect();
    const after = process.memoryUsage();
    const bodies = clients.flatMap(({ llm }) => llm.requests.map(({ body }) => body.byteLength));
    expect(bodies.every((bytes) => bytes > size * 0.9)).toBe(true);
    // A copy, or the parsed messages of one of them, would be ten times that.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(size / 10);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(size / 10);
  });

  test.each(wireParents)("of a request that is sent to $wire is one copy", async (parentOnWire) => {
    const { wire } = parentOnWire;
    const parent = parentOf(parentOnWire, size);
    const copies: number[] = [];
    let before = 0;
    const looking: typeof fetch = async (_, init) => {
      expect(init?.body).toBeInstanceOf(Uint8Array);
      kept.push(init?.body);
      copies.push((process.memoryUsage().arrayBuffers - before) / parent.body.bytes.length);
      return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
    };
    const llm = clientFor(wire, { apiKey: "sk-test", baseUrl: "http://127.0.0.1:9", fetch: looking, model: "m" });
    // Loads what the client loads at its first request.
    await runFork({ llm, parent });
    collect();
    before = process.memoryUsage().arrayBuffers;
    copies.length = 0;
    await runFork({ llm, parent });
    expect(copies.map(Math.round)).toEqual([1]);
  });
});
