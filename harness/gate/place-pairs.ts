import type { Relation } from "../kernel/breaks/relation.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { RequestOpening } from "./request-opening.ts";

/** Where a request stands: equal in every run of the same command, whatever the order of its requests. */
export type PairPlace = {
  /** The user's first text, with a digest of it and of the tools. */
  readonly conversation: string;
  /** From 1: how many requests it continues. The same request again is the same turn, since tests of a suite begin alike. */
  readonly turn: number;
  /** The user's last text, which distinguishes a fork from the main line; null where it is the first one. */
  readonly asks: string | null;
};

export type StandingOf = (exchange: InspectedExchange) => Relation;

/** The place of each exchange by its id. */
export function placePairs(
  exchanges: readonly InspectedExchange[],
  openings: ReadonlyMap<string, RequestOpening>,
  standingOf: StandingOf,
): ReadonlyMap<string, PairPlace> {
  const places = new Map<string, PairPlace>();
  const openingOf = (id: string): RequestOpening => openings.get(id) ?? UNREAD;
  // A parent was sent before its children.
  for (const exchange of exchanges) {
    const opening = openingOf(exchange.id);
    const { first, last, isOneText } = opening;
    const parent = exchange.parent === null ? undefined : places.get(exchange.parent);
    const isAgain = exchange.parent !== null && saysTheSame(opening, openingOf(exchange.parent));
    // An agent with a prompt of its own begins its own conversation.
    const isOwn = parent === undefined || standingOf(exchange) === "fresh";
    places.set(exchange.id, {
      conversation: isOwn ? first : parent.conversation,
      turn: isOwn ? 1 : parent.turn + (isAgain ? 0 : 1),
      asks: isOneText ? null : last,
    });
  }
  return places;
}

/** The same conversation at the same point: sent again, by a retry or by another test. */
function saysTheSame(one: RequestOpening, other: RequestOpening): boolean {
  return one.messages === other.messages && one.last === other.last;
}

const UNREAD: RequestOpening = { first: "(not read)", last: "(not read)", isOneText: true, messages: 0, digest: "" };
