/** The jobs of a run by the values of one axis, paired over rows and rounds. Rates are null without a sample. */
export type Comparison = Paired & {
  readonly axis: string;
  readonly values: readonly string[];
  readonly rows: readonly { readonly row: string; readonly rates: Rates }[];
  /** The expectations that some sample did not meet. */
  readonly checks: readonly (Paired & { readonly check: string })[];
  /** Means over the samples of a value; null where one of them is unknown. */
  readonly means: Readonly<Record<string, SampleMeans>>;
  /** Samples of the first two values that have no partner: such a job did not run, or has fewer rounds. */
  readonly unpaired: number;
};

/** By value. */
export type Rates = Readonly<Record<string, number | null>>;

/** The first value against the second. */
export type Paired = {
  readonly rates: Rates;
  /** Pairs in which only the first value's sample passed, only the second's, both or neither. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Of the exact sign test, two-sided; null without a pair. */
  readonly p: number | null;
};

export type SampleMeans = {
  readonly samples: number;
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly turns: number | null;
  /** Null in virtual time. */
  readonly durationMs: number | null;
};
