import { type AskedGraders, joinAsked } from "../../kernel/evals/asked-graders.ts";
import type { CheckResult, ForkRun } from "../../kernel/run-result.ts";
import type { Scored } from "../../scenario/expectations/output/examine-matcher.ts";
import type { ScoredMatcher } from "../../scenario/expectations/output/output-matcher.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { GRADED } from "../../kernel/evals/unknown-sample.ts";
import type { Grade } from "../../kernel/evals/grade.ts";
import { openGrader } from "./open-grader.ts";
import type { ExaminerHost, ScoredForks, ScoredRun } from "./examiner-host.ts";
import { scoreWithModule } from "./score-with-module.ts";

/** Scores each fork that said something with each module and grader, one after the other: a script answers in this order. */
export async function scoreForks(
  scenario: ForkScenario,
  matchers: readonly ScoredMatcher[],
  forks: readonly ForkRun[],
  { workers, graders }: ExaminerHost,
): Promise<ScoredForks> {
  const scores = new Map<ScoredMatcher, Map<string, Scored>>();
  const grades: Grade[] = [];
  const asked: AskedGraders[] = [];
  const needsGrader = matchers.some(({ kind }) => kind === "grader");
  await using grader = needsGrader ? await openGrader(scenario, graders) : null;
  for (const matcher of matchers) {
    const byLane = new Map<string, Scored>();
    scores.set(matcher, byLane);
    for (const fork of forks) {
      if (fork.output === null) continue;
      const run = describeRun(scenario, fork, fork.output);
      if (matcher.kind === "module") {
        byLane.set(fork.lane, await scoreWithModule(scenario, matcher, run, workers));
      } else if (grader !== null) {
        const graded = await grader.grade(matcher, run);
        byLane.set(fork.lane, graded.scored);
        asked.push(graded.asked);
        if (graded.grade !== null) grades.push({ lane: fork.lane, ...graded.grade });
      }
    }
  }
  return {
    scores,
    grades,
    asked: graders.kind !== "script" && needsGrader ? joinAsked(asked) : null,
    gradeChecks: [...checkUnused(grader?.unused() ?? 0), ...checkGraded(scores, graders)],
  };
}

function checkUnused(count: number): readonly CheckResult[] {
  if (count === 0) return [];
  return [
    {
      check: "script.grader",
      status: "failed",
      expected: "every answer of the lane `grader` is used",
      observed: count === 1 ? "1 answer is left" : `${count} answers are left`,
      examined: { count, what: count === 1 ? "answer" : "answers" },
    },
  ];
}

/** A live grader that gave no readable grade says nothing of the answer. A scripted one is part of its scenario, so its check fails alone. */
function checkGraded(scores: ScoredForks["scores"], { kind }: ExaminerHost["graders"]): readonly CheckResult[] {
  const all = [...scores].flatMap(([matcher, byLane]) => [...byLane.values()].map((scored) => ({ matcher, scored })));
  const missing = all.flatMap(({ matcher, scored }) => {
    if (scored.kind === "missing") return scored;
    return kind === "live" && matcher.kind === "grader" && scored.kind === "fault" ? scored : [];
  });
  const [first] = missing;
  if (first === undefined) return [];
  const count = `${missing.length === 1 ? "1 grade is" : `${missing.length} grades are`} missing`;
  const why = kind === "live" ? ` (${first.text})` : "";
  return [
    {
      check: GRADED,
      status: "failed",
      expected: kind === "live" ? "a grade for each answer" : "a kept grade for each answer",
      observed: `${count}${why}; run with --live --resume to ask for ${missing.length === 1 ? "it" : "them"}`,
      examined: { count: all.length - missing.length, what: "scores" },
    },
  ];
}

function describeRun({ fork, row }: ForkScenario, { decisions, turns }: ForkRun, output: string): ScoredRun {
  const columns = row?.columns ?? {};
  return {
    input: fork.prompt,
    output,
    expected: columns["expected"] ?? null,
    calls: (decisions ?? []).map(({ tool, input }) => ({ tool, input })),
    turns: turns.length,
    row: columns,
  };
}
