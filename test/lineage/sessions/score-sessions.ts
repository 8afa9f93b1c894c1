import type { Exchange } from "../../../harness/kernel/exchange.ts";
import type { Base } from "./base.ts";
import { makeSession } from "./make-session.ts";
import { type Score, scoreSession } from "./score.ts";
import type { Session } from "./truth.ts";

export type Choice = {
  /** The number of the first session. */
  readonly seed: number;
  readonly count: number;
  /** Takes only sessions whose name contains it. */
  readonly only?: string;
  /** What becomes of a session before it is scored. */
  readonly change?: (session: Session) => Session;
};

/** The same session, in which the recording itself names each parent. */
export function withNamedParents(session: Session): Session {
  const { recording, sent } = session;
  const parents = new Map(sent.map(({ exchange, truth }) => [exchange.id, truth.parents[0] ?? null]));
  const load = (id: string): Exchange => ({ ...recording.load(id), forkOf: parents.get(id) ?? null });
  return { ...session, recording: { ...recording, load } };
}

/** Makes sessions from `bases` and scores each of their requests. */
export function scoreSessions(
  bases: readonly Base[],
  { seed, count, only = "", change = (session) => session }: Choice,
): readonly Score[] {
  const seeds = Array.from({ length: count }, (_, at) => seed + at);
  return seeds.flatMap((each) => {
    const session = makeSession(each, bases);
    return session.name.includes(only) ? scoreSession(change(session)) : [];
  });
}
