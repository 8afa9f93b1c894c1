import { expect, test } from "vitest";
import { Gates } from "../../../harness/mock/script/gate.ts";
import { TimeKeeper } from "../../../harness/run/fork/time/time-keeper.ts";
import { VirtualTime } from "../../../harness/run/fork/time/virtual-time.ts";

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

function kept(waits: Readonly<Record<string, number>>): {
  readonly time: VirtualTime;
  readonly gates: Gates;
  readonly keeper: TimeKeeper;
} {
  const time = new VirtualTime(0);
  const gates = new Gates();
  return { time, gates, keeper: new TimeKeeper(time, gates, { waits: new Map(Object.entries(waits)) }) };
}

test("virtual time jumps when everything waits, each for its own time", async () => {
  const { time, gates, keeper } = kept({ slow: HOUR_MS, slower: 2 * HOUR_MS });
  const pass = async (gate: string): Promise<number> => {
    await gates.pass(gate, never);
    return time.clock.now();
  };
  const both = Promise.all([keeper.attend(pass("slow")), keeper.attend(pass("slower"))]);
  expect(await keeper.keep(both)).toEqual([HOUR_MS, 2 * HOUR_MS]);
});

test("virtual time stands still while one task that runs does not wait", async () => {
  const { time, gates, keeper } = kept({ slow: HOUR_MS });
  const busy = Promise.withResolvers<void>();
  const waits = keeper.attend(gates.pass("slow", never));
  const works = keeper.attend(busy.promise);
  const kept_ = keeper.keep(Promise.all([waits, works]));
  await gates.held("slow", 1);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(time.clock.now()).toBe(0);
  busy.resolve();
  await kept_;
  expect(time.clock.now()).toBe(HOUR_MS);
});

test("a gate without a time stays shut however much time passes", async () => {
  const { time, gates, keeper } = kept({ slow: HOUR_MS });
  const passed: string[] = [];
  const run = async (): Promise<void> => {
    const shut = gates.pass("shut", never).then(() => passed.push("shut"));
    await gates.pass("slow", never);
    passed.push("slow");
    gates.open("shut");
    await shut;
  };
  await keeper.keep(keeper.attend(run()));
  expect([passed, time.clock.now()]).toEqual([["slow", "shut"], HOUR_MS]);
});

test("a limit that comes first ends the wait, and the keeper no longer waits for the rest", async () => {
  const { time, gates, keeper } = kept({ answer: HOUR_MS });
  const limit = new AbortController();
  time.start(60_000, () => limit.abort());
  const run = async (): Promise<number> => {
    await gates.pass("answer", limit.signal);
    return time.clock.now();
  };
  expect(await keeper.keep(keeper.attend(run()))).toBe(60_000);
});

test("a pause counts as a wait like any other, and an abort ends it", async () => {
  const { time, keeper } = kept({});
  const abort = new AbortController();
  time.start(HOUR_MS, () => abort.abort());
  const run = async (): Promise<readonly number[]> => {
    await keeper.pause(90_000, never);
    const first = time.clock.now();
    await keeper.pause(24 * HOUR_MS, abort.signal);
    await keeper.pause(HOUR_MS, abort.signal);
    return [first, time.clock.now()];
  };
  expect(await keeper.keep(keeper.attend(run()))).toEqual([90_000, HOUR_MS]);
});

test("the time keeper fails with the work that fails", async () => {
  const { keeper } = kept({});
  await expect(keeper.keep(keeper.attend(Promise.reject(new Error("broken"))))).rejects.toThrow("broken");
});
