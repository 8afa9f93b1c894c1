import type { ForkObserver } from "../fork-event.ts";
import { messageOf } from "../records/run-log.ts";

/** Tells every observer, in order, also when one throws; their faults are rejected as one, for the run to record. */
export function chainObservers(observers: readonly ForkObserver[]): ForkObserver {
  return async (event) => {
    const told = await Promise.allSettled(observers.map(async (observe) => observe(event)));
    const faults = told.flatMap((outcome) => (outcome.status === "rejected" ? [messageOf(outcome.reason)] : []));
    if (faults.length > 0) throw new Error(faults.join("; "));
  };
}
