import { expect } from "vitest";

/** What an assertion fails with; empty if it holds. */
export function failureOf(assert: () => void): string {
  try {
    assert();
    return "";
  } catch (fault) {
    return String(fault);
  }
}

/** Why a tape has cache breaks, or is not known to have none. */
export function breaksOf(kept: object): string {
  return failureOf(() => expect(kept).toHaveNoCacheBreaks());
}
