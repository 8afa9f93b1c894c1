import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** Each fork's subject came to its end without an error of its own. */
export function checkSubject(forks: readonly ForkRun[]): CheckResult {
  return {
    check: "subject",
    status: forks.length > 0 && forks.every(({ error }) => error === null) ? "passed" : "failed",
    expected: "no error",
    observed: eachFork(forks, ({ error }) =>
      error === null ? "no error" : `${error} (run it against \`forkproof serve\` to see where)`,
    ),
    examined: forksLooked(forks.length),
  };
}
