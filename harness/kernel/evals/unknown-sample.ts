/** The check that fails if a fork got no answer. */
export const ANSWERED = "answered";

/** The check that fails if a job or a round examined nothing of what its scenario expects. */
export const EXAMINED = "expect";

/** The check that fails if an answer of a model has no grade: it was not graded, whatever else is known of it. */
export const GRADED = "grades";

const NEEDED: readonly string[] = [ANSWERED, EXAMINED, GRADED];

/** Whether a sample shows nothing of its prompt, by the names of its failed checks: it counts neither for the prompt nor against it. */
export function isUnknownSample(failed: readonly string[]): boolean {
  return NEEDED.some((check) => failed.includes(check));
}

/** Whether a failure of this check is advice in a live job without a gate. Without an answer, a look or a grade the job fails. */
export function isAdvice(check: string): boolean {
  return !NEEDED.includes(check);
}

/** Whether a round with these failed checks fails its job, whatever the others show: it has no answer or no grade. */
export function failsItsJob(failed: readonly string[]): boolean {
  return failed.includes(ANSWERED) || failed.includes(GRADED);
}
