import { STATES } from "../../page-data.ts";
import type { Recording } from "../data/recording.ts";
import { count, percent, usd } from "../format.ts";

/** A row of a waterfall in words, for readers who do not see the bar. */
export function rowSummary(recording: Recording, row: number): string {
  const { id, ratio, usd: cost, findings, lost, basis } = recording.request(row);
  const sums = new Map<number, number>();
  const states = recording.states(row);
  for (const [at, index] of recording.prompt(row).entries()) {
    const state = states[at] ?? 0;
    sums.set(state, (sums.get(state) ?? 0) + recording.block(index)[4]);
  }
  const parts = STATES.flatMap((name, state) => {
    const tokens = sums.get(state);
    return tokens === undefined ? [] : [`about ${count(tokens)} tokens ${name}`];
  });
  const causes = findings.filter(({ role }) => role === "cause" || role === "invalid").map(({ code }) => code);
  return [
    `request ${id}`,
    ratio === null ? "ratio unknown" : `ratio ${percent(ratio)}`,
    cost === null ? "cost unknown" : usd(cost),
    ...parts,
    ...(basis === "predicted" ? ["predicted"] : []),
    causes.length === 0 ? "no break" : `broken by ${causes.join(", ")}`,
    ...(lost === null ? [] : [`${count(lost.tokens)} tokens lost`]),
  ].join(", ");
}
