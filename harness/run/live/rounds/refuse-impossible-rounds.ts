import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { positionOfCheck } from "../../../scenario/decode/positions-of.ts";
import { passAtK, passHatK } from "../../../scenario/expectations/evals/pass-powers.ts";
import { passRate } from "../../../scenario/expectations/evals/pass-rate.ts";
import { expectedOf } from "../../../scenario/expectations/expectation.ts";
import type { ForkScenario, Scenario } from "../../../scenario/scenario.ts";
import { formatPlace } from "../../../scenario/shape/fault.ts";
import type { LiveOptions } from "../live-options.ts";

/**
 * Refuses, before anything is paid for, what the number of rounds makes impossible, and transcripts of other scenarios.
 *
 * @throws HarnessError HX324 for a pass rate over too few rounds, HX325 for a run that continues nothing
 */
export function refuseImpossibleRounds(
  selected: readonly Scenario[],
  { repeat, transcripts, resumes }: Pick<LiveOptions, "repeat" | "transcripts" | "resumes">,
): void {
  const jobs = selected.filter(({ kind, skip }) => kind === "fork" && skip === null);
  for (const job of jobs) {
    for (const [key, rounds] of job.kind === "fork" && job.provider.mode === "live" ? neededRounds(job) : []) {
      if (rounds <= repeat) continue;
      throw new HarnessError({
        code: "HX324",
        what: `\`expect.${key}\` needs at least ${rounds === 2 ? "two" : rounds} rounds, and a live run has one round for each --repeat`,
        where: formatPlace(job.file, positionOfCheck(key, job.positions)),
        fix: `add --repeat ${Math.max(10, rounds)}, or remove the expectation`,
        exit: 2,
      });
    }
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

/** The keys over rounds, each with the fewest that it can be met with: pass@k and pass^k are unknown below k. */
function neededRounds({ expect }: ForkScenario): readonly (readonly [key: string, rounds: number])[] {
  const powers = [passAtK, passHatK].flatMap((each) =>
    Object.keys(expectedOf(expect, each) ?? {}).map((k) => [`${each.name}.${k}`, Number(k)] as const),
  );
  return [...(expectedOf(expect, passRate) === null ? [] : [["passRate", 2] as const]), ...powers];
}
