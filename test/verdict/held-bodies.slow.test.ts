import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { RootComparison } from "../../harness/verdict/roots/compare-roots.ts";
import { firstRequest } from "../support/first-request.ts";
import { makePair } from "../bench/make-pair.ts";
import { toWire } from "../bench/to-wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const REQUESTS = 40;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Each request is longer than the last one, as those of a conversation are. */
test.each(wires.map(({ name }) => name))("reading a recording on %s keeps few bodies in memory", async (wire) => {
  const sent: WeakRef<Buffer>[] = [];
  const load = (id: string): Exchange => {
    const { parent } = toWire(wire, makePair(60_000 + Number(id) * 3_000, "text", 0));
    const exchange = { ...wireExchange(wire, parent, id), startedAtMs: Number(id) * 5_000, firstByteMs: 900 };
    sent.push(new WeakRef(exchange.request));
    return exchange;
  };
  const ids = Array.from({ length: REQUESTS }, (_, at) => String(at + 1));
  const judging = judgeRecording({ name: "growing", format: "traffic", ids, load });
  for (const id of ids) {
    const step = judging.next();
    expect(step.done !== true && step.value.exchange.id).toBe(id);
  }
  // What a reference was made to lives on until its task ends.
  await setImmediate();
  collect();
  expect(sent.length).toBeGreaterThanOrEqual(REQUESTS);
  // The last one, its parent, and the first, which the chains of all others go on from.
  expect(sent.filter((body) => body.deref() !== undefined).length).toBeLessThanOrEqual(6);
  expect(judging.next().done).toBe(true);
});

test.each(wires.map(({ name }) => name))("comparing first requests on %s keeps few bodies in memory", async (wire) => {
  const sent: WeakRef<Buffer>[] = [];
  const load = (id: string): Exchange => {
    const system = `You review code. It is day ${id}.\n${"Name the file and the line.\n".repeat(2_000)}`;
    const exchange = wireExchange(wire, firstRequest(wire, { system, asks: `What of ${id}?` }), id);
    sent.push(new WeakRef(exchange.request));
    return exchange;
  };
  const ids = Array.from({ length: REQUESTS }, (_, at) => String(at + 1));
  const recording: Recording = { name: "roots", format: "traffic", ids, load };
  const roots = new RootComparison(recording, {});
  const judging = judgeRecording(recording);
  for (const _ of ids) {
    const step = judging.next();
    if (step.done === true) break;
    expect(step.value.read?.descent.relation).toBe("root");
    roots.see(step.value);
  }
  expect(judging.next().done).toBe(true);
  await setImmediate();
  collect();
  expect(sent).toHaveLength(REQUESTS);
  expect(sent.filter((body) => body.deref() !== undefined).length).toBeLessThanOrEqual(6);
  // It is still in use: nothing above was collected with it.
  expect(roots.compare([]).size).toBe(0);
});
