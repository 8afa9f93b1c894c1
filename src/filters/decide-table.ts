import { decideSafely } from "./decide-safely.ts";
import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";

/** A row of a decision table: a call, and what is expected of the filter. `rule` null expects any. */
export type TableRow = {
  readonly tool: string;
  readonly input: ToolCall["input"];
  readonly decision: Decision["decision"];
  readonly rule: string | null;
};

export type DecidedRow = { readonly row: TableRow; readonly decision: Decision; readonly asExpected: boolean };

/** Asks the filter for each row, in order, without a model. */
export async function decideTable(filter: ToolFilter, rows: readonly TableRow[]): Promise<readonly DecidedRow[]> {
  const decided: DecidedRow[] = [];
  for (const [at, row] of rows.entries()) {
    const decision = await decideSafely(filter, { id: `row-${at + 1}`, tool: row.tool, input: row.input });
    const asExpected = decision.decision === row.decision && (row.rule === null || decision.rule === row.rule);
    decided.push({ row, decision, asExpected });
  }
  return decided;
}

/** The rows by the rule that decided them, rules in the order of the alphabet. */
export function groupByRule(decided: readonly DecidedRow[]): ReadonlyMap<string, readonly DecidedRow[]> {
  const groups = new Map<string, DecidedRow[]>();
  for (const each of decided) {
    const group = groups.get(each.decision.rule);
    if (group === undefined) groups.set(each.decision.rule, [each]);
    else group.push(each);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}
