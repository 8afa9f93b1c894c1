import type { FindingCode } from "../kernel/finding.ts";

/** Words that a scenario may use and that other parts of the harness own. */
export type Vocabulary = {
  /** Each finding under its code and under its slug. */
  readonly findings: ReadonlyMap<string, FindingCode>;
  readonly providers: readonly string[];
  readonly strategies: readonly string[];
};
