import type { DecisionCase, DecisionRow, FilterForm } from "../filter-form.ts";
import { type OneOrMore, oneOrMore } from "./one-or-more.ts";
import type { DecisionFile, FilterFile } from "../scenario-file.ts";

export function decodeFilter(filter: OneOrMore<FilterFile>): readonly FilterForm[] {
  return oneOrMore(filter).map(({ allowTools, autoMem }) => {
    if (autoMem !== undefined) {
      const { memoryDir, client, promise } = autoMem;
      return { kind: "auto-mem", memoryDir, client: client ?? null, promise: promise ?? "literal" };
    }
    return { kind: "allow-tools", tools: allowTools ?? [] };
  });
}

export function decodeDecision({ tool, input, decision, rule }: DecisionFile): DecisionRow {
  return { tool, input: input ?? null, decision, rule: rule ?? null };
}

export function decodeDecisionCase(row: DecisionFile): DecisionCase {
  return { ...decodeDecision(row), input: row.input ?? {} };
}
