import type { ForkResult } from "../../fork/fork-result.ts";
import { checkGraderAnswer } from "../../fork/loop/check-outcome.ts";
import { systemTimer } from "../../fork/loop/timer.ts";
import { messageOf } from "../../fork/records/run-log.ts";

/** Null passes, a text is a complaint. A score passes from `threshold` on, by default 1. */
export type GraderAnswer =
  | string
  | null
  | { readonly score: number; readonly why?: string; readonly threshold?: number };

/** What is wrong with the run. One that throws, rejects, gives back anything else or does not answer in time has failed the run. */
export type Grader = (run: ForkResult) => GraderAnswer | Promise<GraderAnswer>;

/** `score` is null if the grader gave none. */
export type GradedRun = { readonly passed: boolean; readonly score: number | null; readonly complaint: string | null };

/** Grades a run that completed. */
export async function gradeRun(grader: Grader, run: ForkResult, timeoutMs: number): Promise<GradedRun> {
  const late = Promise.withResolvers<never>();
  const cancel = systemTimer(timeoutMs, () => late.reject(new Error(`it did not answer within ${timeoutMs} ms`)));
  try {
    return readAnswer(await Promise.race([answerOf(grader, run), late.promise]));
  } catch (fault) {
    return { passed: false, score: null, complaint: `its grader failed: ${messageOf(fault)}` };
  } finally {
    cancel();
  }
}

/** A grader that throws at once rejects like one that throws later. */
async function answerOf(grader: Grader, run: ForkResult): Promise<unknown> {
  return grader(run);
}

function readAnswer(said: unknown): GradedRun {
  const answer = checkGraderAnswer(said);
  if (answer === null || typeof answer === "string") return { passed: answer === null, score: null, complaint: answer };
  const { score, threshold, why } = answer;
  const passed = score >= threshold;
  const reason = why === null ? "" : `: ${why}`;
  return { passed, score, complaint: passed ? null : `its score is ${score}, below ${threshold}${reason}` };
}
