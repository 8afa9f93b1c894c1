import type { JsonObject } from "../kernel/json.ts";
import type { SimulationMode } from "../kernel/simulation.ts";
import type { Normalisation, PairClass, Reusable, Verdict } from "../kernel/judgement.ts";
import type { Segment } from "../kernel/layout.ts";
import type { ClientName } from "./filter-form.ts";
import type { StrategyOptions } from "./fork-section.ts";
import type { OneOrMore } from "./decode/one-or-more.ts";
import type { ProviderReason, StopCause } from "./scenario.ts";

/** A scenario as YAML spells it, once `scenario.schema.json` has accepted it. */
export type ScenarioFile = {
  readonly name: string;
  readonly tags?: readonly string[];
  readonly only?: Reason;
  readonly skip?: Reason;
  readonly timeout?: string;
  readonly parent?: { readonly source: string; readonly exchange: ExchangeFile };
  readonly fork?: ForkFile;
  readonly session?: {
    readonly source: string;
    readonly parentOf?: Readonly<Record<string, string | number>>;
  };
  readonly filter?: OneOrMore<FilterFile>;
  readonly decisions?: readonly DecisionFile[];
  readonly at?: string;
  readonly provider?: ProviderFile;
  readonly expect?: ExpectFile;
  readonly movesPrefix?: Reason & { readonly at?: string };
};

export type Reason = { readonly reason: string };

export type ExchangeFile = string | number | { readonly model: string; readonly index: number };

/** Exactly one of strategy, subject, command and recorded is present. */
export type ForkFile = {
  readonly strategy?: string | Readonly<Record<string, StrategyOptions>>;
  readonly subject?: string;
  readonly command?: readonly string[];
  readonly recorded?: { readonly exchange: ExchangeFile; readonly source?: string };
  readonly label?: string;
  readonly prompt?: string;
  readonly maxTurns?: number;
  readonly filter?: OneOrMore<FilterFile>;
  readonly tools?: readonly ToolStubFile[];
  readonly siblings?: { readonly count: number; readonly start?: "after-first-byte" | "together" };
  readonly abortAfter?: string;
};

export type ToolStubFile = {
  readonly name: string;
  readonly input?: JsonObject;
  readonly returns?: string;
  readonly fails?: string;
};

export type FilterFile = {
  readonly allowTools?: readonly string[];
  readonly autoMem?: { readonly memoryDir: string; readonly client?: ClientName };
};

export type DecisionFile = {
  readonly tool: string;
  readonly input?: JsonObject;
  readonly decision: "allow" | "deny";
  readonly rule?: string;
};

export type ProviderFile = {
  readonly mode?: "mock" | "replay" | "live";
  readonly name?: string;
  readonly cassette?: string;
  readonly exchanges?: readonly string[];
  readonly pace?: string;
  readonly forkAfter?: string;
  readonly script?: readonly AnswerFile[] | Readonly<Record<string, LaneFile>>;
};

export type LaneFile = readonly AnswerFile[] | { readonly when?: WhenFile; readonly turns: readonly AnswerFile[] };

export type WhenFile = { readonly contains?: string; readonly matches?: string; readonly tool?: string };

export type AnswerFile = {
  readonly thinking?: string;
  readonly text?: string;
  readonly call?: OneOrMore<Readonly<Record<string, JsonObject>>>;
  readonly refusal?: string;
  readonly length?: string;
  readonly error?:
    | number
    | { readonly status: number; readonly type?: string; readonly message?: string; readonly retryAfter?: string };
  readonly cut?: number;
  readonly wait?: string;
};

export type ExpectFile = {
  readonly verdict?: Verdict;
  readonly reusable?: Reusable;
  readonly providerReason?: ProviderReason;
  readonly findings?: readonly string[];
  readonly class?: PairClass;
  readonly normalisations?: readonly Normalisation[];
  readonly divergence?: { readonly segment?: Segment; readonly pointer?: string; readonly names?: readonly string[] };
  readonly warnings?: readonly string[];
  readonly firstTurn?: { readonly ratio?: string; readonly efficiency?: string };
  readonly decisions?: readonly DecisionFile[];
  readonly effects?: { readonly written?: readonly string[]; readonly escapes?: readonly string[] };
  readonly stop?: StopCause;
  readonly output?: readonly OutputFile[];
  readonly usage?: {
    readonly read?: string;
    readonly write?: string;
    readonly fresh?: string;
    readonly output?: string;
  };
  readonly simulate?: {
    readonly mode?: SimulationMode;
    readonly exact?: string;
    readonly classRight?: string;
    readonly wrong?: string;
    readonly ratios?: {
      readonly ok?: string;
      readonly low?: string;
      readonly coldParent?: string;
      readonly belowMinimum?: string;
      readonly unknown?: string;
    };
  };
};

/** Exactly one of the four is present. */
export type OutputFile = {
  readonly contains?: string;
  readonly matches?: string;
  readonly equals?: string;
  readonly schema?: JsonObject;
};
