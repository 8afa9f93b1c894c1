import { steadyEpochMs } from "../../io/clock.ts";
import type { ExchangeSource } from "./exchange-source.ts";

/** Who wants to know of tapes and mocked providers as they are made, and of requests as they are sent: `forkproof/vitest/auto`. */
export type ActivityListener = {
  readonly made: (source: ExchangeSource) => void;
  readonly sent: (source: ExchangeSource, id: string) => void;
};

/** Sets the one listener of this process. */
export function listenToActivity(each: ActivityListener | null): void {
  shared().listener = each;
}

export function noteSource(source: ExchangeSource): void {
  shared().listener?.made(source);
}

export function noteRequest(source: ExchangeSource, id: string): void {
  const activity = shared();
  activity.sent += 1;
  const places = activity.order.get(source) ?? new Map<string, number>();
  activity.order.set(source, places.set(id, activity.sent));
  activity.listener?.sent(source, id);
}

/** The place of a request among all of this process, over all tapes and mocked providers. Their clocks may differ. */
export function placeInProcess(source: ExchangeSource, id: string): number {
  return shared().order.get(source)?.get(id) ?? 0;
}

/** How many requests all tapes and mocked providers have sent so far. */
export function requestsSoFar(): number {
  return shared().sent;
}

/**
 * The time of day as all tapes of this process read it. Clocks that were started apart differ by up to a millisecond, or by as much as
 * the machine's clock was set: a request could seem sent before the answer that it repeats. Fake timers put another `Date` in place,
 * and have their own.
 */
export function processEpochMs(): () => number {
  const activity = shared();
  activity.clocks ??= new WeakMap();
  const clock = activity.clocks.get(Date) ?? steadyEpochMs();
  activity.clocks.set(Date, clock);
  return clock;
}

type Activity = {
  listener: ActivityListener | null;
  /** How many requests all sources have sent. */
  sent: number;
  readonly order: WeakMap<ExchangeSource, Map<string, number>>;
  /** By the `Date` that it follows; absent where an older copy of this package came first. */
  clocks?: WeakMap<object, () => number>;
};

/** One for all copies of this package in a process: Vitest may load a second one for a test, and its tapes are watched, too. */
function shared(): Activity {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (isActivity(known)) return known;
  const activity: Activity = { listener: null, sent: 0, order: new WeakMap() };
  Reflect.set(globalThis, KEY, activity);
  return activity;
}

/** The version says which shape the value has. */
const KEY = Symbol.for("forkproof/testing activity 1");

function isActivity(value: unknown): value is Activity {
  return typeof value === "object" && value !== null && "listener" in value && "order" in value;
}
