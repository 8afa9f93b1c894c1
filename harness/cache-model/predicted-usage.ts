/** Tokens. `read + write + fresh = total`, always. */
export type PredictedUsage = {
  readonly read: number;
  readonly write: number;
  readonly fresh: number;
  readonly total: number;
  /** `write` by the lifetime it was bought for, such as `5m`. */
  readonly writeByTtl: Readonly<Record<string, number>>;
};
