import type { RecordedExchange } from "../cassette/recorded-exchange.ts";

/**
 * When a response began and ended, on the clock that has its request begin at `startMs`. A response without a recorded time of
 * its first byte is assumed to begin at once; without times of its parts, its end is null. An invented clock, for recordings
 * without times, ignores measured ones.
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
