import type { SaleTerms } from "./text/sold-name.ts";
import type { RatioVerdict, TurnRatio } from "./turn-ratio.ts";

/**
 * The document that `simulate --json` prints: the counters that a cache model predicts and the counters that the provider
 * reported. A published contract.
 */
export type Simulation = {
  readonly schema: "forkproof/simulation@1";
  /** `lag`: an entry can be read only from the second request after its own, and like any other not before its response began. */
  readonly mode: SimulationMode;
  /** `anchored` on recorded totals, or made of estimates alone. */
  readonly tokens: "anchored" | "estimated";
  /** In time order. */
  readonly exchanges: readonly SimulatedExchange[];
  readonly summary: {
    readonly all: SimulationTally;
    readonly byModel: readonly (SimulationTally & { readonly model: string })[];
    /**
     * Lengths that were reported a second time: how many, how many differ, and how many by more than 2 %. The first value stays;
     * the model learns nothing from those that differ by more than 2 %.
     */
    readonly residuals: { readonly compared: number; readonly differing: number; readonly rejected: number };
    /** Providers of exchanges that no cache model answers for. */
    readonly notModelled: readonly string[];
    /** Models that their provider's rules do not know: a row for any other model answered. */
    readonly unknownModels: readonly string[];
    /**
     * Models whose predictions are mostly wrong. Their exchanges are excluded as `not understood` and count in no sum of costs.
     */
    readonly notUnderstood: readonly NotUnderstood[];
    /** Sums over the exchanges that have a price. */
    readonly cost: { readonly priced: number; readonly predicted: number; readonly uncached: number };
    /** The number of exchanges with each verdict. Exchanges without a parent have no verdict. */
    readonly ratios: Readonly<Record<RatioVerdict, number>>;
    /** Models without a price. */
    readonly unpricedModels: readonly string[];
  };
};

/** How many of the predictions that could be scored are wrong. */
export type NotUnderstood = {
  readonly model: string | null;
  readonly provider: string | null;
  readonly wrong: number;
  readonly scored: number;
};

export type SimulationMode = "upper" | "lag";

export type SimulatedExchange = SaleTerms & {
  readonly id: string;
  readonly model: string | null;
  /** The provider whose rules answered; null if no rules are known. */
  readonly provider: string | null;
  /** False if the rules have rows for models but no row for this one. */
  readonly modelIsKnown: boolean;
  readonly predicted: TokenCounts | null;
  /** Whether the predicted total is an estimate: of a recording's own total no counter is one. */
  readonly estimated: boolean;
  /** As reported; a counter that the response does not carry is null. Null where nothing was reported. */
  readonly recorded: TokenCounts | null;
  /** The latest exchange that shares the longest prefix with this one. */
  readonly follows: string | null;
  readonly class: { readonly predicted: ReadClass | null; readonly recorded: ReadClass | null };
  /** Whether the predicted read equals the recorded one, token for token; null if that is unknown. */
  readonly exact: boolean | null;
  readonly score: SimulationScore;
  /**
   * The reported length of its marked prefix, compared with the length that earlier exchanges reported; null if no earlier one
   * did.
   */
  readonly residual: Residual | null;
  readonly cost: TurnCost;
  /** As the judge has it (see InspectedExchange), whatever the model predicts; null for one that continues no other. */
  readonly ratio: TurnRatio | null;
  /** Why the exchange proves nothing about the model; null where it does. */
  readonly setApart: Exclusion | null;
  /** For a body that is not JSON: the error and its place. */
  readonly fault?: string;
};

/**
 * By how many tokens the newly reported length of a prefix is longer (negative: shorter) than its first reported length, and that
 * first length.
 */
export type Residual = { readonly tokens: number; readonly of: number };

export type TokenCounts = {
  readonly read: number | null;
  readonly write: number | null;
  readonly fresh: number | null;
  readonly total: number | null;
};

/** USD by the prices of the exchange's day. Null where the model has no price or a counter is unknown; never 0 for that. */
export type TurnCost = {
  /** Of the prompt, as predicted. */
  readonly predicted: number | null;
  /** The cost of prompt and answer, as reported. */
  readonly recorded: number | null;
  /** Of the prompt, if nothing of it were cached. */
  readonly uncached: number | null;
  /** True if the lifetime or the price of writes is unknown. They are then priced as kept for minutes. */
  readonly assumesLifetime?: true;
};

/** Where a read ends: at no place, in tools, in system, in messages before the last readable place, or at that place. */
export type ReadClass = "none" | "tools" | "system" | "mid" | "full";

/**
 * - `first` no earlier exchange stored a prefix of it, and nothing was read
 * - `exact` token for token
 * - `right-entry` the right entry, whose length no recorded counter has reported before
 * - `within-bound` a provider that promises nothing served less than it could, in its own unit
 * - `shorter-entry` a known but shorter entry: not yet visible, or evicted
 * - `wrong` anything else
 */
export type SimulationScore =
  | "first"
  | "exact"
  | "right-entry"
  | "within-bound"
  | "shorter-entry"
  | "wrong"
  | "not-scored";

export type Exclusion =
  | "no cache model"
  | "no request body"
  | "broken body"
  | "counts tokens"
  | "refused by the provider"
  | "no usage reported"
  | "scripted usage"
  | "contradicts itself"
  | "compaction"
  | "explicit resource"
  | "hidden prompt"
  | "server-tool loop"
  | "warm start"
  | "not understood";

/** `followUps` are exchanges with a stored prefix; the scores divide them. */
export type SimulationTally = {
  readonly exchanges: number;
  readonly followUps: number;
  readonly exact: number;
  readonly rightEntry: number;
  readonly withinBound: number;
  readonly shorterEntry: number;
  readonly wrong: number;
  readonly classRight: number;
  readonly first: number;
  readonly setApart: Readonly<Partial<Record<Exclusion, number>>>;
};
