import type { CheckResult } from "../kernel/run-result.ts";

/** When one fork first asked, and when the first byte of an answer to it went out; null where that never happened. */
export type ForkTimes = {
  readonly lane: string;
  readonly askedMs: number | null;
  readonly firstByteMs: number | null;
};

/**
 * Checks that every sibling waited for the first one's first byte: before it, they cannot read what that one wrote. If the first fork got
 * no byte, nothing is checked.
 */
export function checkSiblings([first, ...others]: readonly ForkTimes[]): readonly CheckResult[] {
  const firstByteMs = first?.firstByteMs ?? null;
  const asked = others.flatMap(({ lane, askedMs }) => (askedMs === null ? [] : [{ lane, askedMs }]));
  if (first === undefined || firstByteMs === null || others.length === 0) return [];
  const early = asked.filter(({ askedMs }) => askedMs < firstByteMs);
  const lanes = early.map(({ lane }) => lane).join(", ");
  return [
    {
      check: "siblings",
      status: early.length === 0 && asked.length > 0 ? "passed" : "failed",
      expected: `no sibling asks before the first byte of ${first.lane}`,
      observed: early.length === 0 ? "as expected" : `${lanes} asked before it`,
      examined: { count: asked.length, what: asked.length === 1 ? "sibling" : "siblings" },
    },
  ];
}
