import type { FilterDecisionRecord, JobResult } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextLayout } from "./text-layout.ts";

const columns: readonly Column[] = [
  { head: "decisions", align: "left" },
  { head: "rule", align: "left" },
  { head: "allow", align: "right" },
  { head: "deny", align: "right" },
  { head: "tools", align: "left" },
];
const nameColumn = 0;

/** The rows of decision tables, grouped by the rule that decided them. A job's name stands at its first rule. */
export function decisionTable(jobs: readonly JobResult[], sheet: TextLayout): readonly string[] {
  const rows = jobs.filter(({ kind }) => kind === "filter").flatMap((job) => rowsOf(job));
  return rows.length === 0 ? [] : columnTable(columns, nameColumn, rows, sheet);
}

function rowsOf({ id, forks }: JobResult): readonly (readonly Cell[])[] {
  const groups = new Map<string, FilterDecisionRecord[]>();
  for (const said of forks.flatMap(({ decisions }) => decisions ?? [])) {
    const group = groups.get(said.rule);
    if (group === undefined) groups.set(said.rule, [said]);
    else group.push(said);
  }
  const byRule = [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
  return byRule.map(([rule, group], at) => [
    plain(at === 0 ? escapeControlChars(id) : ""),
    plain(escapeControlChars(rule)),
    plain(counted(group, "allow")),
    plain(counted(group, "deny")),
    plain(escapeControlChars(toolsOf(group))),
  ]);
}

/** The first two; a table of decisions may name any number. */
function toolsOf(group: readonly FilterDecisionRecord[]): string {
  const tools = [...new Set(group.map(({ tool }) => tool))];
  return tools.length > 2 ? `${tools.slice(0, 2).join(" ")} +${tools.length - 2}` : tools.join(" ");
}

function counted(group: readonly FilterDecisionRecord[], decision: FilterDecisionRecord["decision"]): string {
  return formatCount(group.filter((said) => said.decision === decision).length);
}
