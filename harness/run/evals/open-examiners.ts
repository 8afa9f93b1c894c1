import { testPattern } from "../../io/workers/pattern-worker.ts";
import type { ForkRun } from "../../kernel/run-result.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import type { Examiners, Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import { type ScoredMatcher, scorersIn, withInner } from "../../scenario/expectations/output/output-matcher.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { ExaminerHost, ScoredForks } from "./examiner-host.ts";

/** The means to examine what these forks said. */
export type OpenedExaminers = Omit<ScoredForks, "scores"> & { readonly examiners: Examiners };

/**
 * Asks every module and grader that the scenario names about every fork, so that checks can then be made at once.
 *
 * @throws HarnessError HX140 for a missing module or rubric, HX193 for a module that cannot be run
 */
export async function openExaminers(
  scenario: ForkScenario,
  forks: readonly ForkRun[],
  host: ExaminerHost,
): Promise<OpenedExaminers> {
  const items = expectedOf(scenario.expect, output) ?? [];
  const inner = items.flatMap(({ matcher }) => withInner(matcher));
  const scored = scorersIn(items);
  const { schemaFault } = inner.some(({ kind }) => kind === "schema")
    ? await import("../../scenario/shape/schema-fault.ts")
    : { schemaFault: unasked };
  const { scores, ...graded } =
    scored.length === 0 ? NOTHING : await (await import("./score-forks.ts")).scoreForks(scenario, scored, forks, host);
  const scoreOf = (matcher: ScoredMatcher, lane: string): Scored => {
    return scores.get(matcher)?.get(lane) ?? { kind: "fault", text: "it was not asked" };
  };
  const examiners: Examiners = {
    matchesPattern: testPattern,
    schemaFault: (schema, text) => schemaFault(testPattern, schema, text),
    scoreOf,
  };
  return { examiners, ...graded };
}

const NOTHING: ScoredForks = { scores: new Map(), grades: [], asked: null, gradeChecks: [] };

function unasked(): never {
  throw new Error("no matcher has a schema");
}
