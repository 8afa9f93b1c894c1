/** What became better or worse than a baseline says. */
export type BaselineComparison = {
  readonly file: string;
  /** Lines of the baseline that were compared, of all its lines. */
  readonly compared: number;
  readonly of: number;
  /** Lines of jobs that were skipped then and now: they were not compared. Absent for 0. */
  readonly skipped?: number;
  /** False if the baseline's costs come from other rules or prices: then a higher cost does not fail the run. */
  readonly sameDates: boolean;
  readonly deltas: readonly BaselineDelta[];
};

/** One difference of one job; the first ones fail the run. */
export type BaselineDelta = {
  readonly id: string;
  readonly gates: boolean;
  /** The name of a figure, `unknown` with it for the number of its unknown values, or `vanished` or `new`. */
  readonly what: string;
  readonly was: string | number | null;
  readonly now: string | number | null;
};
