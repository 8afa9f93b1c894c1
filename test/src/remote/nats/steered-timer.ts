import { createInterface } from "node:readline";
import type { StartTimer } from "../../../../src/fork/loop/timer.ts";
import { VirtualTimer } from "../../support/virtual-timer.ts";

/** Longer than any test: only a clock that the test moves gets there. */
export const LOST_AFTER_MS = 600_000;

/**
 * A clock that the lines of standard input move by so many milliseconds, which it reports. "on and on" moves it without an end: what the other process sent
 * before it was killed may still be on its way.
 */
export function steeredTimer(): StartTimer {
  const clock = new VirtualTimer();
  createInterface(process.stdin).on("line", (line) => {
    if (line === "on and on") setInterval(() => clock.advance(LOST_AFTER_MS), 20);
    else {
      clock.advance(Number(line));
      console.log("moved");
    }
  });
  return clock.start;
}
