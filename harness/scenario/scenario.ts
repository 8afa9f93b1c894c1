import type { FilePosition } from "../kernel/run-result.ts";
import type { SaidParent } from "../kernel/roots/said-parent.ts";
import type { ExpectedBreak } from "./expectations/evidence.ts";
import type { Expected } from "./expectations/expectation.ts";
import type { DecisionCase, FilterForm } from "./filter-form.ts";
import type { ForkSection } from "./fork-section.ts";
import type { Row } from "./rows/row.ts";
import type { ProviderSection } from "./provider-section.ts";

/**
 * One runnable case: a variant of a scenario file, checked and with its defaults filled in.
 * A member that the file does not write is null, or the documented default.
 */
export type Scenario = PairScenario | SessionScenario | ForkScenario | FilterScenario;

type Case = {
  /** The name, and in brackets the row and the variant if there are any: `long history [row=7, model=a, gap=1s]`. */
  readonly id: string;
  readonly name: string;
  /** The scenario file as it was named; relative paths in the scenario start from its folder. */
  readonly file: string;
  /** `file:line:column` of the name. */
  readonly place: string;
  readonly positions: Positions;
  readonly variant: Variant;
  /** The row that was written in; null without `cases`. */
  readonly row: Row | null;
  readonly tags: readonly string[];
  /** The reason to run only this scenario; null for all others. */
  readonly only: string | null;
  /** The reason not to run it. */
  readonly skip: string | null;
  /** The time limit of the job: virtual time for a strategy's fork, real time for a user's code. */
  readonly timeoutMs: number | null;
};

/** Where a file writes a case and its expectations. */
export type Positions = {
  /** Of the name. */
  readonly job: FilePosition;
  /** By the names of checks, or their beginnings: `firstTurn.ratio`, `firstTurn`. */
  readonly checks: Readonly<Record<string, FilePosition>>;
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
  /** The provider whose cache rules apply; null for the recording's. */
  readonly provider: string | null;
  readonly expectBreak: ExpectedBreak | null;
  readonly expect: Expected;
};

/** Judges every turn and branch of a recording. */
export type SessionScenario = Case & {
  readonly kind: "session";
  readonly source: string;
  /** The parents that its author names. */
  readonly parentOf: readonly SaidParent[];
  readonly provider: string | null;
  readonly expectBreak: ExpectedBreak | null;
  readonly expect: Expected;
};

/** Runs a fork and judges what reached the wire. */
export type ForkScenario = Case & {
  readonly kind: "fork";
  /** Null only for a command that sends its own parent request. */
  readonly parent: ForkParent | null;
  readonly fork: ForkSection;
  readonly provider: ProviderSection;
  readonly expectBreak: ExpectedBreak | null;
  readonly expect: Expected;
};

/** A decision table: tool calls and the filter's decisions, without a model. */
export type FilterScenario = Case & {
  readonly kind: "filter";
  /** All must allow a call. */
  readonly filter: readonly FilterForm[];
  readonly decisions: readonly DecisionCase[];
};

/** One request of a recording. */
export type RecordedRequest = { readonly source: string; readonly exchange: ExchangeChoice };

/** The parent of a fork that runs. */
export type ForkParent = RecordedRequest & {
  /** Whose answer the forks of a live run continue: the provider's, or the recording's. */
  readonly answer: "asked" | "recorded";
};

export type ExchangeChoice =
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "last" }
  /** Among the requests to one model, from 0; a negative index counts from the end. */
  | { readonly by: "place"; readonly model: string; readonly index: number };
