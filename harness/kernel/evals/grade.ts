/** What graded the text of a fork. */
export type Grade = {
  readonly lane: string;
  readonly model: string;
  /** The rubric's path as the scenario writes it, and the digest of its bytes. */
  readonly rubric: string;
  readonly sha256: string;
  /** From 1 to 5. */
  readonly score: number;
  readonly why: string | null;
  /** Null if the price or the usage is unknown; 0 for a grade that was given before. */
  readonly usd: number | null;
};
