import type { Finding } from "./finding.ts";
import type { PairClass, Reusable, Verdict } from "./judgement.ts";
import type { DialectName } from "./layout.ts";
import type { ProviderError } from "./provider-error.ts";
import type { Usage } from "./usage.ts";

/** The document that `inspect --json` prints: who continues whom in one recording. A published contract. */
export type Inspection = {
  readonly schema: "forkproof/inspection@1";
  /** In recorded order. */
  readonly exchanges: readonly InspectedExchange[];
};

/** One exchange, judged against the exchange it continues. */
export type InspectedExchange = {
  readonly id: string;
  /** Null where the body is of no known dialect. */
  readonly dialect: DialectName | null;
  readonly model: string | null;
  /** Id of the exchange that this one continues; null where it continues none. */
  readonly parent: string | null;
  readonly relation: Relation;
  readonly class: PairClass;
  /** `not-comparable` where there is no parent to compare with. */
  readonly verdict: Verdict;
  readonly reusable: Reusable;
  /** The parent's leading blocks that this exchange shares, and their raw bytes. */
  readonly shared: { readonly blocks: number; readonly bytes: number };
  /** As the provider reported it; null where no usage came back or the recorder made it up. */
  readonly usage: Usage | null;
  /** Why the provider did not answer; null where it did, and where no response was recorded. */
  readonly failed: ProviderError | null;
  readonly findings: readonly Finding[];
};

/**
 * - `root` begins a conversation
 * - `turn` the main line goes on
 * - `branch` another continuation of the same request: a fork, a resumed or forked conversation
 * - `compaction` the main line goes on from a summary of itself
 * - `fresh` own system and tools
 * - `side` another model or wire
 */
export type Relation = "root" | "turn" | "branch" | "compaction" | "fresh" | "side";
