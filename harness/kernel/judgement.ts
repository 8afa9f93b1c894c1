import type { BreakCost } from "./breaks/break-cost.ts";
import type { Finding } from "./finding.ts";
import type { DialectName, Segment } from "./layout.ts";
import type { Span } from "./span.ts";
import type { TurnRatio } from "./turn-ratio.ts";

export type Verdict = "byte-identical" | "rendered-identical" | "diverged" | "not-comparable";

export type PairClass = "initial" | "identical" | "extension" | "shortened" | "changed" | "unrelated";

export type Reusable = "yes" | "no" | "unknown";

export type Normalisation =
  | "cache_control"
  | "string-as-text-block"
  | "token-whitespace"
  | "billing-header"
  | "deferred-tools"
  | "item-id-and-key-order";

/** The document that `judge --json` prints; a published contract (`harness/report/judgement.schema.json`). */
export type Judgement = {
  readonly schema: "forkproof/judgement@2";
  /** Null where the bodies are not of one known dialect. */
  readonly dialect: DialectName | null;
  readonly provider: string | null;
  readonly parent: JudgedRequest;
  readonly child: JudgedRequest;
  readonly class: PairClass;
  readonly verdict: Verdict;
  /** The minimal set; on `diverged`, those that the shared part needed. */
  readonly normalisations: readonly Normalisation[];
  readonly reusable: Reusable;
  /** Why `reusable` is what it is, one short sentence each. */
  readonly reusableBecause: readonly string[];
  /** The provider's own word for a miss; `none` where it compared and found nothing; null where it was not asked or is silent. */
  readonly providerReason: string | null;
  readonly divergence: Divergence | null;
  /** The parent's leading blocks that the child shares, and their raw bytes. */
  readonly shared: { readonly blocks: number; readonly bytes: number };
  readonly findings: readonly Finding[];
  /**
   * The read share of the child's prompt, with the share that the shared prefix allows. Null if the request was not answered, and if
   * its counters cover more than this prompt.
   */
  readonly ratio: TurnRatio | null;
  /** The cost of its causes. Null without a cause, if the request was not answered, and if the cache has no model. */
  readonly breakCost: BreakCost | null;
  /** The parent's blocks up to the expected shared end, and their raw bytes. */
  readonly examined: { readonly blocks: number; readonly bytes: number };
  /** The fork point that was asked for, a pointer in the parent; null for the parent's end. */
  readonly sharedEnd: string | null;
  /** How the pair and its fork point were chosen, where the user did not say. */
  readonly chosen: string | null;
};

export type JudgedRequest = { readonly id: string; readonly bytes: number; readonly sha256: string };

export type Divergence = {
  readonly segment: Segment;
  /** The parent's first differing block; one past the end where the parent has no more. */
  readonly pointer: string;
  /** The child's block at the same place in cache order. */
  readonly childPointer: string;
  /** The deepest JSON node that holds the first difference. */
  readonly at: string;
  /** Offset of the first differing byte in each body; null on the side where the block is absent. */
  readonly parentOffset: number | null;
  readonly childOffset: number | null;
  /** Raw text around the difference, credentials masked; null on the side where the block is absent. */
  readonly parentExcerpt: string | null;
  readonly childExcerpt: string | null;
  /** The differing part of each excerpt, in UTF-16 units of its text. */
  readonly parentDiffers: Span | null;
  readonly childDiffers: Span | null;
};
