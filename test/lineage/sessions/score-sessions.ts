import type { Base } from "./base.ts";
import { makeSession } from "./make-session.ts";
import { type Score, scoreSession } from "./score.ts";

export type Choice = {
  /** The number of the first session. */
  readonly seed: number;
  readonly count: number;
  /** Takes only sessions whose name contains it. */
  readonly only?: string;
};

/** Makes sessions from `bases` and scores each of their requests. */
export function scoreSessions(bases: readonly Base[], { seed, count, only = "" }: Choice): readonly Score[] {
  const seeds = Array.from({ length: count }, (_, at) => seed + at);
  return seeds.flatMap((each) => {
    const session = makeSession(each, bases);
    return session.name.includes(only) ? scoreSession(session) : [];
  });
}
