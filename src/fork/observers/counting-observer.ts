import type { ForkEvent, ForkObserver } from "../fork-event.ts";

export type EventCounts = { readonly [type in ForkEvent["type"]]: number };

/** Counts events by type. */
export function countingObserver(): { readonly observe: ForkObserver; readonly counts: () => EventCounts } {
  const counts = { started: 0, text: 0, message: 0, decision: 0, turn: 0, ended: 0 };
  return {
    observe: ({ type }) => {
      counts[type] += 1;
    },
    counts: () => ({ ...counts }),
  };
}
