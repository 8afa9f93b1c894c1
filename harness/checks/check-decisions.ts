import { isDeepStrictEqual } from "node:util";
import type { CheckResult, FilterDecisionRecord, ForkRun } from "../kernel/run-result.ts";
import type { DecisionRow } from "../scenario/filter-form.ts";

/**
 * What the filter said of each fork's calls: every expected row stands for one call, in order, and no call is left over.
 */
export function checkDecisions(forks: readonly ForkRun[], rows: readonly DecisionRow[]): CheckResult {
  const looked = forks.reduce((sum, { decisions }) => sum + (decisions?.length ?? 0), 0);
  const wrong = forks.flatMap(({ lane, decisions }) =>
    decisions === null ? [`${lane}: not said by the subject`] : compare(lane, decisions, rows),
  );
  return {
    check: "decisions",
    status: wrong.length === 0 && forks.length > 0 && (looked > 0 || rows.length === 0) ? "passed" : "failed",
    expected:
      rows.map(({ tool, decision, rule }) => `${decision} ${tool}${rule === null ? "" : ` by ${rule}`}`).join(", ") ||
      "no call",
    observed: wrong.join("; ") || "as expected",
    examined: { count: looked, what: looked === 1 ? "decision" : "decisions" },
  };
}

function compare(
  lane: string,
  decisions: readonly FilterDecisionRecord[],
  rows: readonly DecisionRow[],
): readonly string[] {
  const wrong = rows.flatMap((row, at) => {
    const said = decisions[at];
    if (said === undefined) return [`${lane}: no call ${at + 1}, ${row.tool} was expected`];
    return fits(said, row)
      ? []
      : [`${lane}: call ${at + 1} was ${said.decision} ${said.tool} by ${said.rule} (${JSON.stringify(said.input)})`];
  });
  const extra = decisions
    .slice(rows.length)
    .map(({ tool, decision }) => `${lane}: ${decision} ${tool} was not expected`);
  return [...wrong, ...extra];
}

function fits(said: FilterDecisionRecord, row: DecisionRow): boolean {
  return (
    said.tool === row.tool &&
    said.decision === row.decision &&
    (row.rule === null || said.rule === row.rule) &&
    Object.entries(row.input ?? {}).every(([name, value]) => isDeepStrictEqual(said.input?.[name], value))
  );
}
