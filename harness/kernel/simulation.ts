import type { RatioVerdict, TurnRatio } from "./turn-ratio.ts";

/** The document that `simulate --json` prints: what a cache model answers beside what the provider reported. A published contract. */
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
    /** Lengths told a second time: how many, how many differ, and by more than 2 %. The first stays; of those last nothing is learnt. */
    readonly residuals: { readonly compared: number; readonly differing: number; readonly rejected: number };
    /** Providers of exchanges that no cache model answers for. */
    readonly notModelled: readonly string[];
    /** Models that their provider's rules do not know: a row for any other model answered. */
    readonly unknownModels: readonly string[];
    /** Models whose predictions are mostly wrong. Their exchanges are set apart as `not understood` and are in no sum of costs. */
    readonly notUnderstood: readonly NotUnderstood[];
    /** Sums over the exchanges that have a price. */
    readonly cost: { readonly priced: number; readonly predicted: number; readonly uncached: number };
    /** How many exchanges have each verdict; those that continue none have none. */
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

export type SimulatedExchange = {
  readonly id: string;
  readonly model: string | null;
  /** Whose rules answered; null where none are known. */
  readonly provider: string | null;
  /** False where the rules have rows for models and none for this one. */
  readonly modelIsKnown: boolean;
  readonly predicted: TokenCounts | null;
  /** Whether the predicted total is an estimate: of a recording's own total no counter is one. */
  readonly estimated: boolean;
  /** As reported; a counter that the response does not carry is null. Null where nothing was reported. */
  readonly recorded: TokenCounts | null;
  /** The latest exchange that shares the longest prefix with this one. */
  readonly follows: string | null;
  readonly class: { readonly predicted: ReadClass | null; readonly recorded: ReadClass | null };
  /** Whether the predicted read is the recorded one, token for token; null where it cannot be told. */
  readonly exact: boolean | null;
  readonly score: SimulationScore;
  /** What it tells of the length of its marked prefix, held against what earlier exchanges told; null where none did. */
  readonly residual: Residual | null;
  readonly cost: TurnCost;
  /** As the judge has it (see InspectedExchange), whatever the model predicts; null for one that continues no other. */
  readonly ratio: TurnRatio | null;
  /** Why the exchange proves nothing about the model; null where it does. */
  readonly setApart: SetApart | null;
  /** Of a body that is not JSON, what is wrong with it and where. */
  readonly fault?: string;
};

/** By how many tokens a prefix was told to be longer (less than 0: shorter) than it was when it was first told, and how long that was. */
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
  /** Of prompt and answer, as reported. */
  readonly recorded: number | null;
  /** Of the prompt, if nothing of it were cached. */
  readonly uncached: number | null;
  /** Whether nobody tells how long what was written is kept, or at what price: it is priced as kept for minutes. */
  readonly assumesLifetime?: true;
};

/** Where a read ends: nowhere, in tools, in system, in messages before the last thing that could be read, or there. */
export type ReadClass = "none" | "tools" | "system" | "mid" | "full";

/**
 * - `first` no earlier exchange stored a prefix of it, and nothing was read
 * - `exact` token for token
 * - `right-entry` the right entry, whose length no recorded counter has told before
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

export type SetApart =
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
  readonly setApart: Readonly<Partial<Record<SetApart, number>>>;
};
