import { checkSubject, type SubjectAdvice } from "../../checks/check-subject.ts";
import { warnOfLowRatio } from "../../checks/pairs/first-turns.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { once } from "../../kernel/memo/once.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import type { CheckResult, ForkRun, PrintedOutput, Warning } from "../../kernel/run-result.ts";
import type { Evidence, FirstTurn } from "../../scenario/expectations/evidence.ts";
import { type Expected, expectedOf } from "../../scenario/expectations/expectation.ts";
import { checkExpectations, expectations, overRounds } from "../../scenario/expectations/expectations.ts";
import { output } from "../../scenario/expectations/output/output.ts";
import { stop } from "../../scenario/expectations/stop.ts";
import { verdict } from "../../scenario/expectations/verdict.ts";
import { unexpectedWarnings, warnings as warned } from "../../scenario/expectations/warnings.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { SubjectReport } from "../fork/subject-task.ts";
import type { Gathered } from "./gathered.ts";
import type { JudgedPair } from "./keep-evidence.ts";
import type { ExaminerHost } from "../evals/examiner-host.ts";
import { openExaminers } from "../evals/open-examiners.ts";
import { toolsDeclaredIn, warnOfStrayTools } from "./stray-tools.ts";
import { maskSecrets } from "../mask-secrets.ts";

/** The requests of one fork, and the verdict on it; null if it sent nothing. */
export type SeenFork = { readonly fork: ForkRun; readonly judgement: Judgement | null };

/** What ran, besides the requests of each fork. */
type CheckedRun = {
  readonly host: ExaminerHost;
  readonly reports: readonly SubjectReport[];
  readonly script: CheckResult;
  readonly told?: readonly Warning[];
  readonly printed?: PrintedOutput | null;
  readonly advice?: SubjectAdvice;
  /** Given for a round of a live run. */
  readonly durationsMs?: ReadonlyMap<string, number>;
  /** Later turns that break their prefix. */
  readonly turns?: readonly JudgedPair[];
  /** All requests of the parent and its forks. */
  readonly sent: readonly Exchange[];
};

/** Compares the forks of a scenario with its expectations, for every kind of provider. */
export async function checkFork(
  scenario: ForkScenario,
  seen: readonly SeenFork[],
  { reports, script, told = [], printed = null, advice, durationsMs, turns = [], host, sent }: CheckedRun,
): Promise<Gathered> {
  const { expect, expectBreak } = scenario;
  const forks = seen.map(({ fork }) => fork);
  const judgements = seen.flatMap(({ judgement }) => judgement ?? []);
  const firstTurns = seen.map(({ fork, judgement }): FirstTurn => ({ lane: fork.lane, judgement }));
  const declared = once(() => toolsDeclaredIn(sent));
  const warnings = [
    ...firstTurns.flatMap(warnOfLowRatio),
    ...told,
    ...reports.flatMap(warnOfLeft),
    ...warnOfStrayTools(scenario, declared),
  ];
  const { examiners, grades, asked, gradeChecks } = await openExaminers(scenario, forks, host);
  const broken = turns.map(({ judgement }) => judgement);
  const evidence: Evidence = {
    judgements,
    laterTurns: broken.flatMap(({ findings }) => findings),
    firstTurns,
    warnings,
    expectBreak,
    forks,
    declaredTools: declared,
    examiners,
    outputItems: expectedOf(expect, output) ?? [],
    answersAreScripted: host.graders.kind === "script" && scenario.fork.subject.kind === "strategy",
    // A round is a sample: its cost counts in the pass rate.
    ...(durationsMs && { durationsMs, priced: { forks, judgements } }),
  };
  return {
    judgements: [...judgements, ...broken],
    forks,
    ...shownOutput(printed),
    checks: [
      // The subject's own error comes first: other failures follow from it.
      ...(expectedOf(expect, stop) === null
        ? [checkSubject(forks, advice)]
        : checkExpectations(expect, evidence, [stop])),
      script,
      ...checkExpectations(declaredBy(reports, scenario), evidence, durationsMs === undefined ? others : ofOneRound),
      ...gradeChecks,
    ],
    ...(grades.length > 0 && { grades }),
    ...(asked && { graders: asked }),
    warnings: unexpectedWarnings(warnings, expectedOf(expect, warned)),
  };
}

/** What the subject printed, if it printed anything. */
function shownOutput(printed: PrintedOutput | null): { readonly printed?: PrintedOutput } {
  if (printed === null || (printed.stdout === "" && printed.stderr === "")) return {};
  return { printed: { stdout: maskSecrets(printed.stdout), stderr: maskSecrets(printed.stderr) } };
}

/** The provider has ended with the command, so nothing that such a process asks it later is looked at. */
function warnOfLeft({ left = [] }: SubjectReport): readonly Warning[] {
  if (left.length === 0) return [];
  const what = `the command left ${pluralize(left.length, "process", "processes")} running (${left.map(maskSecrets).join(", ")})`;
  const message = `${what}: requests sent after the command ended are not looked at; let it wait for what it starts`;
  return [{ code: "LEFT", message }];
}

const others = expectations.filter((each) => each !== stop);
const ofOneRound = others.filter((each) => !overRounds.includes(each));

/**
 * Where the parent's prefix may end. A scenario that expects a break wants the break reported, not the end up to which the prefix
 * is intact.
 */
export function sharedEndOf(report: SubjectReport | null, { expectBreak }: ForkScenario): { readonly at?: string } {
  const at = expectBreak === null ? (report?.declared?.at ?? null) : null;
  return at === null ? {} : { at };
}

/** A strategy's declaration is expected unless the scenario sets another. */
function declaredBy(reports: readonly SubjectReport[], { expect, expectBreak }: ForkScenario): Expected {
  const declared = reports.map((report) => report.declared?.verdict).find((each) => each !== undefined);
  const isSaid = expectedOf(expect, verdict) !== null || expectBreak !== null || declared === undefined;
  return isSaid ? expect : { ...expect, [verdict.name]: declared };
}
