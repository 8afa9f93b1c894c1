import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { Slots } from "./slots.ts";

/** Rounds that ran, by their numbers, and the error that kept the others from running. */
export type RanRounds<Round> = { readonly ran: ReadonlyMap<number, Round>; readonly held: HarnessError | null };

/**
 * Runs rounds as slots become free. An error that the user can fix stops those that have not begun; one in which `heldBack`
 * finds a refusal does, too.
 */
export async function runRounds<Round>(
  numbers: readonly number[],
  run: (round: number) => Promise<Round>,
  { slots, heldBack }: { readonly slots: Slots; readonly heldBack: (round: Round) => HarnessError | null },
): Promise<RanRounds<Round>> {
  const ran = new Map<number, Round>();
  let held: HarnessError | null = null;
  const attempt = async (round: number): Promise<void> => {
    using _slot = await slots.take();
    if (held !== null) return;
    try {
      const ended = await run(round);
      held ??= heldBack(ended);
      ran.set(round, ended);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      held ??= fault;
    }
  };
  // All of them end before an internal error of one is thrown: requests that are paid for are kept.
  const ended = await Promise.allSettled(numbers.map(attempt));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return { ran, held };
}
