/** A measurement. It prints ratios of one run, since milliseconds depend on the machine; it gates nothing. */
export type BenchCase = {
  readonly name: string;
  /** What stands against what, in one sentence. */
  readonly compares: string;
  /** Why it cannot run here, or null where it can. */
  readonly obstacle?: () => string | null;
  /** Whether it runs only if it is named, or for the page: it takes minutes, or installs other tools from a registry. */
  readonly isNamed?: true;
  /** Whether it measures the package in `dist/`, which is built first. */
  readonly usesPackage?: true;
  /** After these it is stopped; 5 by default. */
  readonly limitMinutes?: number;
  readonly run: () => Promise<readonly BenchRow[]>;
};

export type BenchRow = {
  readonly what: string;
  /** Null where `what` says why it was not measured. */
  readonly medianMs: number | null;
  /** The other side, measured in the same run, its rounds taking turns with ours; null on a row of its own. */
  readonly against: { readonly what: string; readonly medianMs: number } | null;
  /** Bytes that one round reads, if a rate is useful. */
  readonly bytes: number | null;
  /** What the project promises, in words, and whether this row keeps it. */
  readonly goal: { readonly says: string; readonly met: boolean } | null;
};
