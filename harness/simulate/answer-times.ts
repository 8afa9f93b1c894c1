import type { RecordedExchange } from "../cassette/recorded-exchange.ts";

/**
 * When a response began and ended, on the clock that has its request begin at `startMs`. A response whose first byte nobody
 * timed began at once, as far as anybody knows; where its parts were not timed its end is null. A clock that is made up for
 * want of times has no place for measured ones.
 */
export function answerTimes(
  { startedAtMs, firstByteMs, chunks }: Pick<RecordedExchange, "startedAtMs" | "firstByteMs" | "chunks">,
  startMs: number,
): { readonly firstByteMs: number; readonly endMs: number | null } {
  if (startedAtMs !== startMs || firstByteMs === null) return { firstByteMs: startMs, endMs: null };
  const began = startMs + firstByteMs;
  const last = chunks?.at(-1);
  return { firstByteMs: began, endMs: last === undefined ? null : began + last[0] };
}
