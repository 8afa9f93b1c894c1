import type { BreakOrigin } from "../breaks/break-origin.ts";
import type { FindingCode } from "../finding.ts";
import type { Place } from "../layout.ts";
import type { Span } from "../span.ts";

/** One root cause over a whole recording: what broke, where, since when, and its cost. */
export type Incident = {
  /** From 1, the dearest first. */
  readonly rank: number;
  /** The codes of its findings, the most frequent first: one change may show itself as several. */
  readonly codes: readonly FindingCode[];
  /** The change in a few words. */
  readonly what: string;
  readonly segment: Place;
  /** JSON pointer in the parent's body, with `*` for indexes that move; null if the cause has no place in a body. */
  readonly place: string | null;
  /** The text of the first bad pair that differs, in the parent's body; null if the difference does not lie within a text. */
  readonly at: string | null;
  /** Its first differing character, from 1; null without such a text. A character is one code point. */
  readonly character: number | null;
  readonly origin: BreakOrigin;
  readonly cost: IncidentCost;
  /** Its part of the cost of all incidents, from 0 to 1; null if the cost is unknown. */
  readonly share: number | null;
  /** Requests that show it, and how many of these only as a masked cause, which would break next. */
  readonly requests: number;
  readonly maskedIn: number;
  readonly conversations: number;
  /** The last request of the first conversation that shows it before it did; null if its first comparable request is broken. */
  readonly lastGood: string | null;
  /** The first request that shows it, and the request that it continues: `judge` explains this pair. */
  readonly firstBad: string;
  readonly firstBadParent: string | null;
  /** When its first and last requests were sent, as ISO dates; null if no time was recorded. */
  readonly from: string | null;
  readonly to: string | null;
  /** The exact difference on its first request in words; null for a loss that nothing explains. */
  readonly observed: string | null;
  /** The differing text in the parent and in the first bad request, credentials masked; null if the difference lies elsewhere. */
  readonly was: string | null;
  readonly now: string | null;
  /** The differing part of each text, in UTF-16 units; absent without texts. */
  readonly differs?: { readonly was: Span | null; readonly now: Span | null };
  readonly fix: string;
  /** What fixing it alone saves, in USD, with all other causes left as they are; null without a price. */
  readonly savesUsd: number | null;
};

/** `usd` and `tokens` are null (never 0) if unknown. `certainty` is `estimated` unless all its lengths are the provider's counters. */
export type IncidentCost = {
  /** Over the requests that have a price; null if no request has one. */
  readonly usd: number | null;
  /** Requests whose tokens have no price, next to others that have one: then it cost at least `usd`. Absent for 0. */
  readonly unpricedIn?: number;
  readonly tokens: number | null;
  readonly certainty: "reported" | "estimated";
};
