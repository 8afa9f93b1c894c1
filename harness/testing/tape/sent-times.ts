import type { ServedRequest } from "../../kernel/lane/served-header.ts";

type SentEntry = {
  /** By the clock of this machine. */
  readonly startedAtMs: number;
  /** By the clock of this machine; null while no response began. */
  readonly answeredAtMs: number | null;
  readonly served: ServedRequest | null;
};

/**
 * When each request was sent, on one clock. A mocked provider's cache lives on its own time, which `advance` moves: by another clock
 * an entry that has expired would seem alive. Requests that it did not answer are placed by their distance to the last one before
 * them that it did answer, else to the first one behind. They never come to stand behind a later one: virtual time stands still.
 */
export function sentTimes(entries: readonly SentEntry[]): readonly number[] {
  let last = entries.find(({ served }) => served !== null) ?? null;
  const times = entries.map((entry) => {
    if (entry.served === null) return entry.startedAtMs + shiftAt(entry.startedAtMs, last);
    last = entry;
    return entry.served.startedAtMs;
  });
  let next = Infinity;
  for (const [at, { served }] of [...entries.entries()].reverse()) {
    if (served === null) times[at] = Math.min(times[at] ?? next, next);
    next = times[at] ?? next;
  }
  return times;
}

/** From the response on its time counts: virtual time may pass while this clock stands still, and what follows an answer comes behind it. */
function shiftAt(startedAtMs: number, near: SentEntry | null): number {
  if (near === null || near.served === null) return 0;
  const { served, answeredAtMs } = near;
  return answeredAtMs !== null && answeredAtMs <= startedAtMs
    ? served.firstByteMs - answeredAtMs
    : served.startedAtMs - near.startedAtMs;
}
