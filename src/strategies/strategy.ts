import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import type { Fields } from "../wire/fields.ts";
import type { WireName } from "../wire/wire-format.ts";

/** A way to seed a fork's history from its parent's. */
export type Strategy = {
  readonly name: string;
  /** The wire formats it belongs to. */
  readonly wires: readonly WireName[];
  readonly expectedSharedEnd: SharedEnd;
  /**
   * The content of the fork's first request. Pure: equal input gives equal bytes. Throws ForkPointError if this strategy
   * cannot start from this parent.
   */
  readonly seed: (parent: CacheSafeParams, task: ForkTask) => ForkSeed;
  /** Selects the part of a fork's final text for its parent, if the fork marks one. Default: the whole text. */
  readonly handOn?: (text: string) => string;
};

/**
 * Where the common prefix of parent and fork may end; earlier is a break, later is fine. `ForkSeed.sharedEnd` says where
 * that is in one parent.
 *
 * - `parent-request` not before the end of the parent's request
 * - `last-turn` before the parent's last turn, which is written anew
 * - `first-left-out` at the first element of the history that the strategy leaves out
 * - `system` behind the system prompt: a window into the history, an intended move
 * - `nothing` from the first byte on: a loss that the caller has asked for
 */
export type SharedEnd = "parent-request" | "last-turn" | "first-left-out" | "system" | "nothing";

/** The texts for a fork. `reminder` comes before the directive, so that siblings differ as late as possible. */
export type ForkTask = {
  readonly directive: string;
  readonly reminder: string | null;
  /** The parent's tool call that asked for this fork, by id or by place from 1; null if no call did, or it is unknown. */
  readonly ownCall: string | number | null;
};

export type ForkSeed = {
  /** The elements that take the place of the parent's history, raw, one or more in each buffer; null keeps it byte for byte. */
  readonly history: readonly Buffer[] | null;
  /** Top-level members that the strategy changes. Empty if it keeps the prefix. */
  readonly members: Fields;
  /** The parent's own answer as raw elements; null if it needs no insertion. */
  readonly answer: Buffer | null;
  /** The fork's own first messages, raw, in order. */
  readonly messages: readonly SeedMessage[];
  /** JSON pointer of the parent's first element that the fork need not share; null if it shares the whole request. */
  readonly sharedEnd: string | null;
  /** A limit of the strategy that people should know; null without one. */
  readonly note: string | null;
};

/** `bytes` are raw elements, joined by commas where the wire needs several for one turn. */
export type SeedMessage = { readonly role: "user" | "assistant"; readonly bytes: Buffer };
