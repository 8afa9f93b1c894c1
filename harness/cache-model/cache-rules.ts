import type { BlockKind, Segment } from "../kernel/layout.ts";

/** What one provider's prompt cache does, as numbers. A value, dated; every number says where it comes from. */
export type CacheRules = {
  readonly provider: string;
  /** Year and month of the newest source. */
  readonly asOf: string;
  /** How entries are written and found: at the blocks that the caller marks. */
  readonly engine: "marked-blocks";
  /** Breakpoints that a request may carry, the automatic one included. */
  readonly maxBreakpoints: Fact<number>;
  /** Positions searched back from a breakpoint, its own included. */
  readonly lookbackPositions: Fact<number>;
  /** Kinds of which neighbours share one position. */
  readonly runsShareAPosition: Fact<readonly BlockKind[]>;
  /** Kinds that cannot carry a breakpoint; the automatic one steps back over them. */
  readonly unmarkable: Fact<readonly BlockKind[]>;
  /** Lifetime by the name that a breakpoint gives it, from the start of the request that last wrote or read the entry. */
  readonly ttlMs: Fact<Readonly<Record<string, number>>>;
  readonly defaultTtl: Fact<string>;
  /** Whether a change to any tool uncaches all of them, also the ones before it. */
  readonly toolsAreOneBlock: Fact<boolean>;
  /** Tools whose `type` begins so: switching them on or off leaves the other tools readable, but not system. */
  readonly toolsHashedWithSystem: Fact<readonly string[]>;
  /** A first system block whose text begins so is no prompt. */
  readonly unhashedSystemHead: Fact<string>;
  readonly parameters: readonly ParameterRule[];
  readonly contents: readonly ContentRule[];
  readonly models: readonly ModelRule[];
  /** For a model that no row names. */
  readonly unknownModel: ModelRule;
};

export type Fact<T> = { readonly value: T; readonly source: string };

/** A request parameter that is part of the prefix: a change of its value uncaches `level` and all that follows. */
export type ParameterRule = {
  /** A top-level member, or a member of it after a dot. */
  readonly name: string;
  readonly level: Segment;
  /** The value that an omitted parameter has, as JSON; null where omission is a value of its own. */
  readonly whenOmitted: string | null;
  readonly source: string;
};

/** A property of the whole conversation that is part of the prefix: its first or last bearer uncaches `level`. */
export type ContentRule = {
  readonly bearer: "image" | "citations";
  readonly level: Segment;
  readonly source: string;
};

export type ModelRule = {
  /** Model id without its date. */
  readonly family: string;
  /** Shortest prefix, in tokens, that is cached at all. */
  readonly minimumTokens: number;
  /** Whether content written as a string has the key of the same text in one block. */
  readonly stringEqualsTextBlock: boolean;
  /** Where this model differs from `parameters`. */
  readonly levels?: Readonly<Record<string, Segment>>;
  readonly source: string;
};
