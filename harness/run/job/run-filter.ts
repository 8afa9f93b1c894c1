import { checkDecisions } from "../../scenario/expectations/decisions.ts";
import type { ForkRun } from "../../kernel/run-result.ts";
import type { FilterScenario } from "../../scenario/scenario.ts";
import type { Gathered } from "./gathered.ts";
import { locateMemory } from "../locate-memory.ts";
import { makeFilter } from "../fork-library.ts";

/** Asks a filter about each row of a decision table, without a model. */
export async function runFilter(scenario: FilterScenario): Promise<Gathered> {
  const rows = scenario.decisions;
  const decide = makeFilter(locateMemory(scenario.filter, scenario));
  const decisions: NonNullable<ForkRun["decisions"]>[number][] = [];
  for (const { tool, input } of rows) decisions.push({ tool, input, ...(await decide(tool, input ?? {})) });
  const table: ForkRun = {
    lane: "table",
    stop: null,
    output: null,
    turns: [],
    firstTurnRatio: null,
    expectedRatio: null,
    efficiency: null,
    decisions,
    error: null,
  };
  return { judgements: [], forks: [table], checks: [checkDecisions([table], rows)], warnings: [] };
}
