import { isDeepStrictEqual } from "node:util";
import type { CheckResult, FilterDecisionRecord, ForkRun } from "../../kernel/run-result.ts";
import { decodeDecision } from "../decode/decode-filter.ts";
import type { DecisionRow } from "../filter-form.ts";
import type { ExpectationOf } from "./expectation.ts";
import { forksLooked } from "./parts/each-fork.ts";
import { scriptedAnswers, unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "Decisions of the filter, in the order of the calls.",
  type: "array",
  items: { $ref: "#/definitions/decision" },
} as const;

export const decisions: ExpectationOf<typeof schema, readonly DecisionRow[]> = {
  name: "decisions",
  schema,
  kinds: ["fork"],
  decode: (rows) => rows.map(decodeDecision),
  unproducible: (_rows, scenario) => {
    const subject = scenario.kind === "fork" ? scenario.fork.subject.kind : null;
    if (subject === "command")
      return [unproducible(["decisions"], "key", "needs a filter, which a command does not have", "remove it")];
    const answers = subject === "strategy" ? scriptedAnswers(scenario) : [];
    const calls = answers.some((answer) => answer.kind === "message" && answer.calls.length > 0);
    if (answers.length === 0 || calls) return [];
    const what = "needs tool calls, but the script has no tool call";
    return [unproducible(["decisions"], "value", what, "script a `call`, or remove it")];
  },
  check: (rows, { forks = [] }) => (rows === null ? [] : [checkDecisions(forks, rows)]),
};

/** Compares the decisions on each fork's calls with the rows: one row for each call, in order, and no call is left over. */
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
    // No call is expected: what was looked at are the forks.
    examined:
      rows.length === 0 ? forksLooked(forks.length) : { count: looked, what: looked === 1 ? "decision" : "decisions" },
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
