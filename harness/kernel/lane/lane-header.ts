import { type Header, headerOf } from "../exchange.ts";

/** A header that says whose request it is (`parent`, `fork`, `fork[2]`). It is sent to loopback only: no provider knows it. */
export const LANE_HEADER = "x-forkproof-lane";

/** The lane that a request names, or null. */
export function laneNamedIn(headers: readonly Header[]): string | null {
  return headerOf(headers, LANE_HEADER);
}
