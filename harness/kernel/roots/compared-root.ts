import type { BreakCost } from "../breaks/break-cost.ts";
import type { FindingCode } from "../finding.ts";
import type { Segment } from "../layout.ts";

/** How a conversation that starts anew begins, compared with the latest earlier one of its client and model. A note, never a cause. */
export type ComparedRoot = {
  /** Id of the exchange that the earlier conversation begins with. */
  readonly comparedWith: string;
  /** Of the earlier one's blocks of tools and system, those at the head that both begin with, and how many there are. */
  readonly shared: {
    readonly blocks: number;
    readonly bytes: number;
    readonly of: { readonly blocks: number; readonly bytes: number };
  };
  /** The differences in tools and system, in cache order; empty without a difference. */
  readonly differs: readonly RootDifference[];
  /** The tokens that were paid again because of the differences. Null if nothing was lost, and if the cache has no model. */
  readonly cost: BreakCost | null;
  /** Why a difference lost nothing. Null if it lost something, if nothing differs, and if the loss is unknown. */
  readonly nothingLost: NothingLost | null;
};

export type RootDifference = {
  readonly code: FindingCode;
  readonly slug: string;
  readonly segment: Segment;
  /** JSON pointer in the earlier body. */
  readonly pointer: string;
  readonly observed: string;
  /** Text around the first difference of the segment, credentials masked; null on the side where the block is absent. */
  readonly was: string | null;
  readonly now: string | null;
};

/**
 * - `expired` the earlier entry had outlived its time
 * - `below-minimum` tools and system are shorter than the model caches
 * - `not-stored` no breakpoint ends in tools or system, so another conversation could not read them
 * - `another-cache` another cache key, account or setting kept the two apart anyway
 * - `read` the provider reports that all of it was read, from whatever entry
 */
export type NothingLost = "expired" | "below-minimum" | "not-stored" | "another-cache" | "read";

/** How the conversations of a recording begin, as a whole. */
export type RootTotals = {
  /** Conversations that were compared with an earlier one. */
  readonly compared: number;
  readonly identical: number;
  /** Places that differ between three or more conversations of one client, the dearest first. */
  readonly places: readonly RootPlace[];
};

export type RootPlace = {
  readonly segment: Segment;
  readonly pointer: string;
  readonly code: FindingCode;
  readonly conversations: number;
  /** The tokens that conversations paid again whose first difference is here; null if no loss is known. */
  readonly tokens: number | null;
  /** Null before it was priced, and where nothing has a price. */
  readonly usd: number | null;
};
