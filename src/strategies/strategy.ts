import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";

/** A way to seed a fork's history from its parent's. */
export type Strategy = {
  readonly name: string;
  readonly expectedSharedEnd: SharedEnd;
  /** The messages to insert behind the parent's, in order. Pure: equal input gives equal bytes. */
  readonly seed: (parent: CacheSafeParams, task: ForkTask) => ForkSeed;
};

/**
 * Where the common prefix of parent and fork may end; earlier is a break.
 * `parent-request`: not before the end of the parent's request.
 */
export type SharedEnd = "parent-request";

/** What a fork is told. `reminder` stands before the directive, so that siblings differ as late as possible. */
export type ForkTask = { readonly directive: string; readonly reminder: string | null };

export type ForkSeed = {
  /** The parent's own answer as a raw assistant message; null where there is none to insert. */
  readonly answer: Buffer | null;
  /** The fork's first own message, raw. */
  readonly message: Buffer;
};
