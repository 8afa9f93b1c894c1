/** The check that fails if a fork got no answer. */
export const ANSWERED = "answered";

/** The check that fails if a job or a round examined nothing of what its scenario expects. */
export const EXAMINED = "expect";

/** Whether a sample shows nothing of its prompt, by the names of its failed checks: it counts neither for the prompt nor against it. */
export function isUnknownSample(failed: readonly string[]): boolean {
  return failed.includes(ANSWERED) || failed.includes(EXAMINED);
}
