import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { ExaminerHost } from "../evals/examiner-host.ts";
import type { SubjectWorkers } from "../fork/modules/subject-workers.ts";
import type { Gathered } from "../job/gathered.ts";
import { gatherRounds } from "./rounds/gather-rounds.ts";
import { judgeRound } from "./rounds/judge-round.ts";
import { forkDigest } from "./transcripts/fork-digest.ts";
import type { TranscriptRun } from "./transcripts/transcript-run.ts";

/** The rounds of an earlier live run, and whether they fail the run that grades them. */
export type KeptRounds = { readonly run: TranscriptRun; readonly gates: boolean };

/** Only the kept grades of that run count: nothing is asked. */
export type RegradeMeans = {
  readonly caches: readonly ProviderCache[] | undefined;
  readonly workers: SubjectWorkers;
};

/**
 * Judges the kept rounds of a live job by the scenario's expectations of today. Nothing is sent.
 *
 * @throws HarnessError HX323 where the rounds are of another fork, HX326 where none is whole
 */
export async function regrade(
  scenario: ForkScenario,
  recorded: Exchange | null,
  { run, gates }: KeptRounds,
  { caches, workers }: RegradeMeans,
): Promise<Gathered> {
  const fork = recorded === null ? "" : forkDigest(scenario, recorded);
  const transcript = run.job(scenario, fork);
  const by = transcript.answeredBy();
  const kept = transcript.kept(null);
  if (kept.length === 0) throw withoutRounds(transcript.folder, scenario);
  const host: ExaminerHost = { workers, graders: { kind: "kept", grades: run.grades } };
  const rounds = await Promise.all(kept.map(([, evidence]) => judgeRound(scenario, evidence, { by, caches, host })));
  const { folder } = transcript;
  const transcripts = { folder, reused: rounds.length };
  return gatherRounds(scenario, rounds, {
    by,
    gates,
    asked: rounds.length,
    held: null,
    unkept: null,
    parents: [],
    transcript: transcripts,
  });
}

function withoutRounds(folder: string, { place }: ForkScenario): HarnessError {
  return new HarnessError({
    code: "HX326",
    what: `no round in ${folder} has all its answers`,
    where: place,
    fix: "continue that run with --live --resume, then grade it",
    exit: 2,
  });
}
