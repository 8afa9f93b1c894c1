import { type Clock, createVirtualClock } from "../../mock/serve/clock.ts";
import { describe, misuse } from "../misuse.ts";

/** Anything that says the time in milliseconds, such as `Date`. */
export type UserClock = { readonly now: () => number };

export type TestClock = Clock & { readonly advance: (time: string) => void };

/** 2026-11-20, 12:00 UTC: one run is like the next, and prices are known. */
const START_MS = Date.UTC(2026, 10, 20, 12);

/**
 * The clock of a mocked provider: virtual, unless the user has one.
 *
 * @throws HarnessError HX541 for a value that is not a clock
 */
export function createTestClock(given: unknown): TestClock {
  if (given !== undefined) return userClock(given);
  const clock = createVirtualClock(START_MS);
  return { ...clock, advance: (time) => clock.advance(parseTime(time)) };
}

function userClock(given: unknown): TestClock {
  if (!isClock(given)) {
    throw misuse(
      "HX541",
      `mockProvider: clock is ${describe(given)}`,
      "pass { now: () => milliseconds }, such as Date, or leave it out",
    );
  }
  const now = (): number => given.now();
  const advance = (): never => {
    throw misuse(
      "HX541",
      "this mocked provider runs on your clock",
      "move your own clock, or leave out `clock` to use advance",
    );
  };
  return { now, tick: now, advance };
}

function isClock(given: unknown): given is UserClock {
  const isHolder = (typeof given === "object" && given !== null) || typeof given === "function";
  return isHolder && "now" in given && typeof given.now === "function";
}

/** `6m` in milliseconds. @throws HarnessError HX541 for any other text */
function parseTime(time: unknown): number {
  const [, amount, unit = ""] = typeof time === "string" ? (/^(\d{1,6})(ms|s|m|h)$/.exec(time) ?? []) : [];
  const unitMs = UNITS_MS[unit];
  if (amount !== undefined && unitMs !== undefined) return Number(amount) * unitMs;
  throw misuse("HX541", `advance takes a time, not ${describe(time)}`, 'write "250ms", "30s", "6m" or "1h"');
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
