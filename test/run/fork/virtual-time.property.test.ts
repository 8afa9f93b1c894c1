import * as fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualTime } from "../../../harness/run/fork/time/virtual-time.ts";

test("virtual time fires each timer once, at its moment, in order, and never a cancelled one", () => {
  const timer = fc.record({ delayMs: fc.nat(100), isCalledOff: fc.boolean() });
  fc.assert(
    fc.property(fc.array(timer, { maxLength: 12 }), (timers) => {
      const time = new VirtualTime(1_000);
      const fired: { readonly index: number; readonly atMs: number }[] = [];
      for (const [index, { delayMs, isCalledOff }] of timers.entries()) {
        const callOff = time.start(delayMs, () => fired.push({ index, atMs: time.clock.now() }));
        if (isCalledOff) callOff();
      }
      while (time.jump()) expect(fired.length).toBeGreaterThan(0);
      const due = timers
        .map(({ delayMs, isCalledOff }, index) => ({ index, atMs: 1_000 + delayMs, isCalledOff }))
        .filter(({ isCalledOff }) => !isCalledOff)
        .map(({ index, atMs }) => ({ index, atMs }))
        .sort((a, b) => a.atMs - b.atMs || a.index - b.index);
      expect(fired).toEqual(due);
    }),
  );
});

test("a timer that another timer of the same moment cancels does not fire", () => {
  const time = new VirtualTime(0);
  const fired: string[] = [];
  const stops: (() => void)[] = [];
  time.start(5, () => {
    fired.push("first");
    for (const stop of stops) stop();
  });
  stops.push(time.start(5, () => fired.push("second")));
  expect([time.jump(), time.jump(), fired]).toEqual([true, false, ["first"]]);
});

test("a timer that another timer starts is due later, and the clock never goes back", () => {
  const time = new VirtualTime(0);
  const at: number[] = [];
  time.start(10, () => time.start(10, () => at.push(time.clock.now())));
  time.start(3, () => time.clock.advance(50));
  while (time.jump()) at.push(time.clock.now());
  // The clock is moved past the second timer: it fires then, and what it starts is counted from there.
  expect(at).toEqual([53, 63, 63]);
});
