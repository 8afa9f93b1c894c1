import { expect, test } from "vitest";
import { type ClientLimits, limitClient } from "../../../harness/cli/recording/client-limits.ts";

/** Timers that fire when the test lets time pass. */
function virtualTimers(): {
  readonly startTimer: (ms: number, fire: () => void) => () => void;
  readonly pass: (ms: number) => void;
} {
  const waiting = new Map<object, { readonly atMs: number; readonly fire: () => void }>();
  let nowMs = 0;
  return {
    startTimer: (ms, fire) => {
      const key = {};
      waiting.set(key, { atMs: nowMs + ms, fire });
      return () => void waiting.delete(key);
    },
    pass: (ms) => {
      nowMs += ms;
      for (const [key, { atMs, fire }] of waiting) {
        if (atMs > nowMs) continue;
        waiting.delete(key);
        fire();
      }
    },
  };
}

type Watched = {
  readonly seen: readonly string[];
  readonly limits: ClientLimits;
  readonly pass: (ms: number) => void;
};

function watched(timeoutMs: number | null, isSilent: () => boolean): Watched {
  const timers = virtualTimers();
  const seen: string[] = [];
  const err = (text: string): void => void seen.push(text.trim());
  const limits = limitClient({ timeoutMs, isSilent, startTimer: timers.startTimer }, () => seen.push("hint"), { err });
  limits.watch((signal) => {
    seen.push(signal);
    return true;
  });
  return { seen, limits, pass: timers.pass };
}

test("the hint about a silent client comes after ten seconds, once, and only if nothing was sent", () => {
  let isSilent = true;
  const silent = watched(null, () => isSilent);
  silent.pass(9_999);
  expect(silent.seen).toEqual([]);
  silent.pass(1);
  silent.pass(60_000);
  expect(silent.seen).toEqual(["hint"]);
  isSilent = false;
  const talking = watched(null, () => isSilent);
  talking.pass(60_000);
  expect(talking.seen).toEqual([]);
});

test("a client beyond --timeout gets SIGTERM, and SIGKILL five seconds later unless it has ended", () => {
  const { seen, limits, pass } = watched(30_000, () => false);
  pass(29_999);
  expect([seen, limits.isOver()]).toEqual([[], false]);
  pass(1);
  expect(limits.isOver()).toBe(true);
  expect(seen.slice(1)).toEqual(["SIGTERM"]);
  pass(5_000);
  expect(seen.slice(1)).toEqual(["SIGTERM", "SIGKILL"]);
  const ended = watched(30_000, () => false);
  ended.pass(30_000);
  ended.limits[Symbol.dispose]();
  ended.pass(60_000);
  expect(ended.seen.slice(1)).toEqual(["SIGTERM"]);
});
