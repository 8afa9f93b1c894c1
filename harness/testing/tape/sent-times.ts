import type { ServedRequest } from "../../kernel/lane/served-header.ts";

type SentEntry = {
  /** By the clock of this machine. */
  readonly startedAtMs: number;
  readonly served: Pick<ServedRequest, "startedAtMs"> | null;
};

/**
 * When each request was sent, on one clock. A mocked provider's cache lives on its own time, which `advance` moves: by another clock
 * an entry that has expired would seem alive. Requests that it did not answer are placed by their distance to the last one before
 * them that it did answer, else to the first one behind. They never come to stand behind a later one: virtual time stands still.
 */
export function sentTimes(entries: readonly SentEntry[]): readonly number[] {
  const first = entries.find(({ served }) => served !== null);
  let shift = first === undefined ? 0 : shiftOf(first);
  const times = entries.map((entry) => {
    if (entry.served === null) return entry.startedAtMs + shift;
    shift = shiftOf(entry);
    return entry.served.startedAtMs;
  });
  let next = Infinity;
  for (const [at, { served }] of [...entries.entries()].reverse()) {
    if (served === null) times[at] = Math.min(times[at] ?? next, next);
    next = times[at] ?? next;
  }
  return times;
}

function shiftOf({ startedAtMs, served }: SentEntry): number {
  return served === null ? 0 : served.startedAtMs - startedAtMs;
}
