import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import { eachFork, forksLooked } from "../scenario/expectations/parts/each-fork.ts";

/** A hint for finding out why a fork ended in an error, by its lane. */
export type SubjectAdvice = (lane: string) => string;

/** A mocked run can be repeated by hand. */
export const serveAdvice: SubjectAdvice = () => "run it against `forkproof serve` to see where";

/** Checks that each fork's subject ended without an error of its own. */
export function checkSubject(forks: readonly ForkRun[], advice: SubjectAdvice = serveAdvice): CheckResult {
  return {
    check: "subject",
    status: forks.length > 0 && forks.every(({ error }) => error === null) ? "passed" : "failed",
    expected: "no error",
    observed: eachFork(forks, ({ lane, error }) => (error === null ? "no error" : `${error} (${advice(lane)})`)),
    examined: forksLooked(forks.length),
  };
}
