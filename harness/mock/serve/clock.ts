/** Where a mocked provider takes its time from. Milliseconds since an arbitrary start. */
export type Clock = {
  readonly now: () => number;
  /** The moment of a response's first byte: later than any `now` before it. */
  readonly tick: () => number;
};

export type VirtualClock = Clock & {
  /** Lets time pass: the only way in which it does, but for one millisecond a response. */
  readonly advance: (ms: number) => void;
};

/** Time that passes only on command. Requests that are in flight together carry the same time. */
export function createVirtualClock(startMs: number = 0): VirtualClock {
  let now = startMs;
  return {
    now: () => now,
    tick: () => (now += 1),
    advance: (ms) => {
      now += ms;
    },
  };
}
