import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import type { StopCause } from "../scenario/scenario.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** Causes that an error goes along with. Beside any other, an error is one that nobody expects. */
const WITH_ERROR: ReadonlySet<StopCause> = new Set(["error", "aborted"]);

/** Why each fork's loop ended. A subject that does not say fails: unknown is not as expected. */
export function checkStop(forks: readonly ForkRun[], expected: StopCause): CheckResult {
  const isExpected = ({ stop, error }: ForkRun): boolean =>
    stop === expected && (error === null || WITH_ERROR.has(expected));
  return {
    check: "stop",
    status: forks.length > 0 && forks.every(isExpected) ? "passed" : "failed",
    expected,
    observed: eachFork(
      forks,
      ({ stop, error }) => (stop ?? "not said by the subject") + (error === null ? "" : ` (${error})`),
    ),
    examined: forksLooked(forks.length),
  };
}
