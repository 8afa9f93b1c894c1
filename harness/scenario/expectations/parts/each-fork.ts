import type { CheckResult } from "../../../kernel/run-result.ts";

/** The observation of each fork: once if all are the same, else by lane. */
export function eachFork<Fork extends { readonly lane: string }>(
  forks: readonly Fork[],
  show: (fork: Fork) => string,
): string {
  const shown = forks.map((fork) => [fork.lane, show(fork)] as const);
  const [first] = shown;
  if (first === undefined) return "no fork was run";
  if (shown.every(([, text]) => text === first[1])) return first[1];
  return shown.map(([lane, text]) => `${lane}: ${text}`).join(", ");
}

export function forksLooked(count: number): CheckResult["examined"] {
  return { count, what: count === 1 ? "fork" : "forks" };
}

export function firstTurnsLooked(count: number): CheckResult["examined"] {
  return { count, what: count === 1 ? "first turn" : "first turns" };
}
