import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import type { StopCause } from "../scenario/scenario.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** Why each fork's loop ended. A subject that does not say fails: unknown is not as expected. */
export function checkStop(forks: readonly ForkRun[], expected: StopCause): CheckResult {
  return {
    check: "stop",
    status: forks.length > 0 && forks.every(({ stop }) => stop === expected) ? "passed" : "failed",
    expected,
    observed: eachFork(
      forks,
      ({ stop, error }) => (stop ?? "not said by the subject") + (error === null ? "" : ` (${error})`),
    ),
    examined: forksLooked(forks.length),
  };
}
