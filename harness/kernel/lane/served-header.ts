import type { Header } from "../exchange.ts";

/** What a mocked provider says of a request that it answered: only there is it known whose request it was, and when. */
export type ServedRequest = {
  /** Distinguishes the mocked providers of one process. */
  readonly provider: number;
  /** The request's number at that provider, from 1. */
  readonly number: number;
  /** The provider's clock in epoch milliseconds: on virtual time, no other clock shows that an entry expired. */
  readonly startedAtMs: number;
  readonly firstByteMs: number;
  /** The lane of the script; null for a request outside of it. */
  readonly lane: string | null;
  /** The number of the request that it goes on from, as far as its content shows it. */
  readonly follows: number | null;
  /** The workspace whose cache was asked; null for the one that requests share which name no workspace. */
  readonly workspace: string | null;
};

/** A response header of the mocked provider. No other provider sends it. */
export const SERVED_HEADER: string = "x-forkproof-served";

export function servedHeader(served: ServedRequest): Header {
  const { provider, number, startedAtMs, firstByteMs, lane, follows, workspace } = served;
  const cache = workspace === null ? NONE : `@${encodeURIComponent(workspace)}`;
  return [SERVED_HEADER, [provider, number, startedAtMs, firstByteMs, follows ?? NONE, cache, lane ?? NONE].join(" ")];
}

/** Reads the header's value. Null for a response of any other provider. */
export function servedIn(value: string | null): ServedRequest | null {
  const [, provider, number, startedAtMs, firstByteMs, follows, cache = NONE, lane] = FORM.exec(value ?? "") ?? [];
  if (lane === undefined) return null;
  return {
    provider: Number(provider),
    number: Number(number),
    startedAtMs: Number(startedAtMs),
    firstByteMs: Number(firstByteMs),
    lane: lane === NONE ? null : lane,
    follows: follows === NONE ? null : Number(follows),
    workspace: cache === NONE ? null : decodeURIComponent(cache.slice(1)),
  };
}

/** Spaces at the end of a header are lost on the way. */
const NONE = "-";

const FORM = /^(\d+) (\d+) (-?[\d.]+) (-?[\d.]+) (\d+|-) (-|@\S*) (\S+)$/;
