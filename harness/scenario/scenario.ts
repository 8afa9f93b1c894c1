import type { SaidParent } from "../kernel/roots/said-parent.ts";
import type { RatioVerdict } from "../kernel/turn-ratio.ts";
import type { SimulationMode } from "../kernel/simulation.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { Normalisation, PairClass, Reusable, Verdict } from "../kernel/judgement.ts";
import type { Segment } from "../kernel/layout.ts";
import type { DecisionCase, DecisionRow, EffectsExpectation, FilterForm } from "./filter-form.ts";
import type { ForkSection } from "./fork-section.ts";
import type { NumberBound } from "./decode/number-bound.ts";
import type { OutputMatcher } from "./decode/output-matcher.ts";
import type { ProviderSection } from "./provider-section.ts";

/**
 * One runnable case: a variant of a scenario file, checked and with its defaults filled in.
 * Where a scenario says nothing the member is null, never a value that somebody might take for what was meant.
 */
export type Scenario = PairScenario | SessionScenario | ForkScenario | FilterScenario;

type Case = {
  /** The name, and the variant in brackets where there is a matrix: `long history [model=a, gap=1s]`. */
  readonly id: string;
  readonly name: string;
  /** The scenario file as it was named; relative paths in the scenario start from its folder. */
  readonly file: string;
  /** `file:line:column` of the name. */
  readonly place: string;
  readonly variant: Variant;
  readonly tags: readonly string[];
  /** Why this scenario alone is to run; null for all others. */
  readonly only: string | null;
  /** Why it does not run. */
  readonly skip: string | null;
  /** Longest that the job may take: a strategy's fork in virtual time, anybody else's code in real time. */
  readonly timeoutMs: number | null;
};

/** One value per axis of the matrix, in the order of the file; empty without a matrix. */
export type Variant = Readonly<Record<string, string | number | boolean>>;

/** Judges two recorded requests of any client. */
export type PairScenario = Case & {
  readonly kind: "pair";
  readonly parent: RecordedRequest;
  readonly child: RecordedRequest;
  /** JSON pointer in the parent's body at which the child may leave it; null for the parent's end. */
  readonly at: string | null;
  /** Whose cache rules apply; null for what the recording says. */
  readonly provider: string | null;
  readonly movesPrefix: MovesPrefix | null;
  readonly expect: PairExpectation;
};

/** Judges every turn and branch of a recording. */
export type SessionScenario = Case & {
  readonly kind: "session";
  readonly source: string;
  /** The parents that its author names. */
  readonly parentOf: readonly SaidParent[];
  readonly provider: string | null;
  readonly movesPrefix: MovesPrefix | null;
  readonly expect: SessionExpectation;
};

/** Runs a fork and judges what reached the wire. */
export type ForkScenario = Case & {
  readonly kind: "fork";
  /** Null only for a command that sends its own parent request. */
  readonly parent: RecordedRequest | null;
  readonly fork: ForkSection;
  readonly provider: ProviderSection;
  readonly movesPrefix: MovesPrefix | null;
  readonly expect: ForkExpectation;
};

/** A decision table: tool calls and what the filter must say, without a model. */
export type FilterScenario = Case & {
  readonly kind: "filter";
  /** All must allow a call. */
  readonly filter: readonly FilterForm[];
  readonly decisions: readonly DecisionCase[];
};

/** Says that a case breaks the prefix on purpose. */
export type MovesPrefix = {
  readonly reason: string;
  /** JSON pointer in the parent's body: the block that breaks, or what holds it. Null for wherever the first difference is. */
  readonly at: string | null;
};

/** One request of a recording. */
export type RecordedRequest = { readonly source: string; readonly exchange: ExchangeChoice };

export type ExchangeChoice =
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "last" }
  /** Among the requests to one model, from 0; a negative index counts from the end. */
  | { readonly by: "place"; readonly model: string; readonly index: number };

/** What must hold for each judged pair. Null: not judged, but for `verdict` and `findings`. Lists are exact, in any order. */
export type PrefixExpectation = {
  readonly verdict: Verdict | null;
  readonly reusable: Reusable | null;
  /** The provider's own word for a miss. */
  readonly providerReason: ProviderReason | null;
  /** The findings with role `cause` or `invalid`. Null: none, but what `movesPrefix` excuses. */
  readonly findings: readonly FindingCode[] | null;
  readonly normalisations: readonly Normalisation[] | null;
  readonly warnings: readonly FindingCode[] | null;
  /** Of every fork: of the second request of a pair, of each branch of a session. */
  readonly firstTurn: FirstTurnExpectation | null;
};

/** Bounds on how a fork's first request used the cache. */
export type FirstTurnExpectation = { readonly ratio: NumberBound | null; readonly efficiency: NumberBound | null };

export type SessionExpectation = PrefixExpectation & { readonly simulate: SimulationExpectation | null };

/** Bounds on how the cache models did: shares of the follow-ups, and a count. */
export type SimulationExpectation = {
  readonly mode: SimulationMode;
  readonly exact: NumberBound | null;
  readonly classRight: NumberBound | null;
  readonly wrong: NumberBound | null;
  /** How many turns have each verdict on their ratio. */
  readonly ratios: Readonly<Record<RatioVerdict, NumberBound | null>>;
};

/** Anthropic's and OpenAI's words (types of their SDKs); `none` where nothing came back. */
export type ProviderReason =
  | "model_changed"
  | "tools_changed"
  | "system_changed"
  | "messages_changed"
  | "previous_message_not_found"
  | "prompt_cache_key_changed"
  | "service_tier_changed"
  | "text_format_changed"
  | "reasoning_effort_changed"
  | "verbosity_changed"
  | "context_compacted"
  | "input_changed"
  | "comparison_response_not_found"
  | "unavailable"
  | "none";

export type PairExpectation = PrefixExpectation & {
  readonly class: PairClass | null;
  readonly divergence: DivergenceExpectation | null;
};

export type DivergenceExpectation = {
  readonly segment: Segment | null;
  readonly pointer: string | null;
  /** The names that the cause is about, in the parent's order. */
  readonly names: readonly string[] | null;
};

export type ForkExpectation = PairExpectation & {
  readonly decisions: readonly DecisionRow[] | null;
  readonly effects: EffectsExpectation | null;
  readonly stop: StopCause | null;
  /** All must match the fork's last text. */
  readonly output: readonly OutputMatcher[] | null;
  /** Tokens over all turns of the fork. */
  readonly usage: UsageBounds | null;
};

/** Why a turn loop ended. */
export type StopCause = "completed" | "max_turns" | "length" | "refusal" | "aborted" | "timeout" | "error";

export type UsageBounds = {
  readonly read: NumberBound | null;
  readonly write: NumberBound | null;
  readonly fresh: NumberBound | null;
  readonly output: NumberBound | null;
};
