import type { AskedGraders } from "./evals/asked-graders.ts";
import type { Usage } from "./usage.ts";

/** The observations of a live job, over all its runs. */
export type LiveReport = {
  readonly provider: string;
  readonly host: string;
  /** Whether its failed checks fail the run; else they are warnings. */
  readonly gates: boolean;
  readonly runs: readonly LiveRun[];
  /** pass^k for k = 1, 2, …: of all ways to pick k of the runs, the share in which every one passed. */
  readonly passPowers: readonly number[];
  /** USD over all runs, the parents that this job sent and its graders; null where the price of an answer is not known. */
  readonly costUsd: number | null;
  readonly parent: ParentSharing;
  readonly graders?: AskedGraders;
  /** Where everything that was paid for is kept, and how many runs an earlier process had kept there. */
  readonly transcript?: { readonly folder: string; readonly reused: number };
};

/** The requests of a live job's parents, and the requests that it did not send because forks share one. */
export type ParentSharing = {
  readonly sent: number;
  /** USD for those; null where an answer has no price. */
  readonly usd: number | null;
  readonly saved: { readonly requests: number; readonly bytes: number; readonly usd: number | null };
};

/** One run of a live job's forks. */
export type RoundResult = {
  /** The last text of the first fork. */
  readonly output: string | null;
  readonly passed: boolean;
  /** The names of checks that failed. */
  readonly failed: readonly string[];
  /** The names of checks that nothing could be said of, such as a module without an opinion; absent if all were examined. */
  readonly notExamined?: readonly string[];
  /** Null if the scenario gives no scores. */
  readonly score: number | null;
  /** Over all turns of its forks; null without an answered turn. A counter that a turn did not report is null. */
  readonly usage: Pick<Usage, "read" | "write" | "fresh" | "output"> | null;
  readonly turns: number;
  readonly calls: readonly { readonly tool: string; readonly decision: "allow" | "deny" }[];
  readonly usd: number | null;
  /** From the start of the forks to the last report; null in virtual time. */
  readonly durationMs: number | null;
};

export type LiveRun = {
  readonly passed: boolean;
  readonly forks: readonly LiveFork[];
  readonly costUsd: number | null;
};

export type LiveFork = {
  readonly lane: string;
  /** From the first byte of the parent's response to the fork's first request. */
  readonly gapMs: number | null;
  readonly costUsd: number | null;
  /** Null where the fork sent nothing that was answered. */
  readonly reconciliation: Reconciliation | null;
};

/** Our verdict, the provider's word and the counters of one fork's first turn, held against each other. */
export type Reconciliation = {
  readonly local: "unchanged" | "changed";
  readonly provider: "not-asked" | "nothing" | "unchanged" | "unavailable" | "changed";
  /** The provider's own word for the change. */
  readonly reason: string | null;
  readonly counters: "high" | "low" | "unknown";
  readonly reading: "hit" | "entry-gone" | "late-change" | "break" | "uncounted";
  /** Whether the provider confirms our verdict; null where it says nothing of it. */
  readonly agrees: boolean | null;
  readonly says: string;
};
