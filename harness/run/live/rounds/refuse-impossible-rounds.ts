import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { passRate } from "../../../scenario/expectations/evals/pass-rate.ts";
import { expectedOf } from "../../../scenario/expectations/expectation.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import type { LiveOptions } from "../live-options.ts";

/**
 * Refuses, before anything is paid for, what the number of rounds makes impossible, and transcripts of other scenarios.
 *
 * @throws HarnessError HX324 for a pass rate over one round, HX325 for a run that continues nothing
 */
export function refuseImpossibleRounds(
  selected: readonly Scenario[],
  { repeat, transcripts, resumes }: Pick<LiveOptions, "repeat" | "transcripts" | "resumes">,
): void {
  const jobs = selected.filter(({ kind, skip }) => kind === "fork" && skip === null);
  const single = jobs.find(
    (job) => job.kind === "fork" && job.provider.mode === "live" && expectedOf(job.expect, passRate) !== null,
  );
  if (single !== undefined && repeat < 2) {
    throw new HarnessError({
      code: "HX324",
      what: "`expect.passRate` needs at least two rounds, and a live run has one round for each --repeat",
      where: single.place,
      fix: "add --repeat 10, or remove the expectation",
      exit: 2,
    });
  }
  if (!resumes || transcripts === null || jobs.some((job) => transcripts.holds(job))) return;
  throw new HarnessError({
    code: "HX325",
    what: "the run to continue has no round of the selected jobs",
    where: transcripts.folder,
    fix: "select the scenarios that it ran, or run without --resume",
    exit: 2,
  });
}
