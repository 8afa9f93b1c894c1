import { checkDecisions } from "../../checks/check-decisions.ts";
import { type FirstTurn, warnOfLowRatio } from "../../checks/pairs/check-first-turn.ts";
import { checkOutput, type MatchesSchema } from "../../checks/check-output.ts";
import { checkStop } from "../../checks/check-stop.ts";
import { checkSubject, type SubjectAdvice } from "../../checks/check-subject.ts";
import { checkUsage } from "../../checks/check-usage.ts";
import { unexpectedWarnings } from "../../checks/pairs/check-warnings.ts";
import { checkPair, checkPrefix } from "../../checks/pairs/prefix-checks.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult, ForkRun, PrintedOutput, Warning } from "../../kernel/run-result.ts";
import type { OutputMatcher } from "../../scenario/decode/output-matcher.ts";
import type { ForkExpectation, ForkScenario } from "../../scenario/scenario.ts";
import type { SubjectReport } from "../fork/subject-task.ts";
import type { Gathered } from "./gathered.ts";
import { maskSecrets } from "../mask-secrets.ts";

/** What one fork did on the wire, and the verdict on it; null where it sent nothing. */
export type SeenFork = { readonly fork: ForkRun; readonly judgement: Judgement | null };

/** Holds the forks of a scenario against what it expects, whoever answered them. */
export async function checkFork(
  scenario: ForkScenario,
  seen: readonly SeenFork[],
  {
    reports,
    script,
    told = [],
    printed = null,
    advice,
  }: {
    readonly reports: readonly SubjectReport[];
    readonly script: CheckResult;
    readonly told?: readonly Warning[];
    readonly printed?: PrintedOutput | null;
    readonly advice?: SubjectAdvice;
  },
): Promise<Gathered> {
  const { expect, movesPrefix } = scenario;
  const forks = seen.map(({ fork }) => fork);
  const judgements = seen.flatMap(({ judgement }) => judgement ?? []);
  const firstTurns = seen.map(({ fork, judgement }): FirstTurn => ({ lane: fork.lane, judgement }));
  const warnings = [...firstTurns.flatMap(warnOfLowRatio), ...told];
  const isSilent = printed === null || (printed.stdout === "" && printed.stderr === "");
  return {
    judgements,
    forks,
    ...(!isSilent && { printed: maskSecrets(printed) }),
    checks: [
      // What the subject itself says comes first: other failures follow from it.
      expect.stop === null ? checkSubject(forks, advice) : checkStop(forks, expect.stop),
      script,
      ...checkPrefix({ judgements, firstTurns, warnings }, declaredBy(reports, scenario), movesPrefix),
      ...judgements.flatMap((judgement) => checkPair(judgement, expect)),
      ...(await checkForks(forks, expect)),
    ],
    warnings: unexpectedWarnings(warnings, expect.warnings),
  };
}

/** Where the parent's prefix may end. Whoever says that a fork breaks it wants the break told, not the end up to which it holds. */
export function sharedEndOf(report: SubjectReport | null, { movesPrefix }: ForkScenario): { readonly at?: string } {
  const at = movesPrefix === null ? (report?.declared?.at ?? null) : null;
  return at === null ? {} : { at };
}

/** What a strategy declares is expected where the scenario says nothing. */
function declaredBy(reports: readonly SubjectReport[], { expect, movesPrefix }: ForkScenario): ForkExpectation {
  const verdict = reports.map(({ declared }) => declared?.verdict).find((each) => each !== undefined);
  return expect.verdict !== null || movesPrefix !== null || verdict === undefined ? expect : { ...expect, verdict };
}

/** An error of the subject's own fails, unless the scenario expects the fork to end in one. */
async function checkForks(forks: readonly ForkRun[], expect: ForkExpectation): Promise<readonly CheckResult[]> {
  const { decisions, output, usage } = expect;
  return [
    ...(decisions === null ? [] : [checkDecisions(forks, decisions)]),
    ...(output === null ? [] : [checkOutput(forks, output, await schemaMatcher(output))]),
    ...(usage === null ? [] : checkUsage(forks, usage)),
  ];
}

async function schemaMatcher(matchers: readonly OutputMatcher[]): Promise<MatchesSchema> {
  if (matchers.some(({ kind }) => kind === "schema"))
    return (await import("../../scenario/shape/matches-schema.ts")).matchesSchema;
  return () => {
    throw new Error("no matcher has a schema");
  };
}
