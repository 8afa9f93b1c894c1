import type { ForkObserver } from "../fork-event.ts";
import { messageOf } from "../records/run-log.ts";

/** Calls every observer in order, even if one throws. Rejects with their errors as one, which the run records. */
export function chainObservers(observers: readonly ForkObserver[]): ForkObserver {
  return async (event, origin, agent) => {
    const outcomes = await Promise.allSettled(observers.map(async (observe) => observe(event, origin, agent)));
    const faults = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [messageOf(outcome.reason)] : []));
    if (faults.length > 0) throw new Error(faults.join("; "));
  };
}
