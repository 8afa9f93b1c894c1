import type { Relation } from "../breaks/relation.ts";
import type { Avoidable } from "../breaks/avoidable.ts";
import type { BreakCost } from "../breaks/break-cost.ts";
import type { ComparedRoot, RootTotals } from "../roots/compared-root.ts";
import type { Finding, FindingCode } from "../finding.ts";
import type { PairClass, Reusable, Verdict } from "../judgement.ts";
import type { DialectName } from "../layout.ts";
import type { ProviderError } from "../faults/provider-error.ts";
import type { CountedOver } from "./counted-over.ts";
import type { CounterTimeline } from "./counter-timeline.ts";
import type { Incident } from "./incident.ts";
import type { InspectedBlock } from "./inspected-block.ts";
import type { InspectedSources } from "./inspected-sources.ts";
import type { RequestGroups } from "./request-group.ts";
import type { Timeline } from "./timeline.ts";
import type { SaleTerms } from "../text/sold-name.ts";
import type { RatioVerdict, TurnRatio } from "../turn-ratio.ts";
import type { Usage } from "../usage.ts";

/** The document that `inspect --json` prints: who continues whom in one recording. A published contract. */
export type Inspection = {
  readonly schema: "forkproof/inspection@2";
  /** In the order of the recording: as they were sent, if every exchange has a time, else as they were stored. */
  readonly exchanges: readonly InspectedExchange[];
  /** Root causes over the whole recording, the dearest first. */
  readonly incidents: readonly Incident[];
  /** The requests by what the user grouped them by; absent without `--by`. */
  readonly groups?: RequestGroups;
  /** Ratio and cost over time. */
  readonly timeline: Timeline;
  /** Requests of files that hold only counters. They are compared with nothing and in no other figure. Absent without such files. */
  readonly counters?: CounterTimeline;
  /** The files that were read, and what was left out. Absent for a recording that was not opened from files. */
  readonly sources?: InspectedSources;
  /** How many of them were stored behind one that was sent after them: their places here are not those in the recording. */
  readonly reordered: number;
  readonly totals: InspectionTotals;
};

/** An inspection before its incidents, which are found once prices are known. */
export type JudgedRecording = Omit<Inspection, "incidents" | "timeline" | "groups" | "counters">;

/** Totals of a recording. */
export type InspectionTotals = {
  readonly requests: number;
  /** How many of them begin a conversation. */
  readonly conversations: number;
  /** Requests whose body could not be read. */
  readonly damaged: number;
  /** Exchanges that were not refused and have a known wire format. Each used tokens, reported or not. */
  readonly answered: number;
  readonly tokens: Readonly<Record<Exclude<keyof Usage, "longWrite" | "halfDayWrite">, CounterTotal>>;
  /** How many answered requests have no counters at all, by the reason. */
  readonly uncounted: Readonly<Record<UsageExclusion, number>>;
  /** The number of exchanges with each verdict. Exchanges without a parent have no verdict. */
  readonly ratios: Readonly<Record<RatioVerdict, number>>;
  /** Exchanges with a cause, or that the provider would refuse. */
  readonly breaks: number;
  /** Tokens that requests did not read and could have read, by who could have avoided that. */
  readonly lost: {
    /** Null if there are breaks and the loss of every break is unknown. */
    readonly tokens: Avoidable | null;
    /** The part of the expected ones that is due to pauses (CB701); null with `tokens`. */
    readonly idleTokens: number | null;
    /** Breaks with an unknown loss. */
    readonly unknownIn: number;
    readonly areEstimates: boolean;
    /** Requests without a break that read less than their parent had left. */
    readonly unserved: number;
  };
  /** USD over all requests that have a price or a bill. Null before pricing, and if no request has either. */
  readonly paidUsd: number | null;
  /** The cost of the lost tokens in USD. Null before pricing, and if no lost token has a price. */
  readonly avoidableUsd: Avoidable | null;
  /** The part of `avoidableUsd.expected` that is due to pauses (CB701); null with `avoidableUsd`. */
  readonly idleUsd: number | null;
  /** Exchanges that may be a break: they have `suspected` codes. */
  readonly suspected: number;
  /** How conversations begin: notes with a price, no part of the breaks. */
  readonly roots: RootTotals;
  /** Null before it was priced, and where there is nothing to price. */
  readonly money: MoneyTotals | null;
};

/** Tokens over all responses that report them; null if no response does. */
export type CounterTotal = {
  readonly tokens: number | null;
  /** How many answered requests do not report the counter. */
  readonly unknownIn: number;
};

/** USD over what has a price; null where nothing has. */
export type MoneyTotals = {
  readonly priced: number;
  readonly pricedBreaks: number;
  readonly unpricedBreaks: number;
  readonly bills: BillTotals;
  /**
   * The number of priced exchanges whose writes have an unknown lifetime. They are priced as kept for minutes, the cheaper price.
   */
  readonly assumedLifetimes: number;
  readonly unpricedModels: readonly string[];
};

/** The bills that providers sent with their answers. */
export type BillTotals = {
  readonly count: number;
  /** Bills for models that our prices know too: the billed sum, the sum by our prices, and how many differ by more than 2 %. */
  readonly compared: number;
  readonly billedUsd: number;
  readonly pricedUsd: number;
  readonly differing: number;
};

/** One exchange, judged against the exchange it continues. */
export type InspectedExchange = SaleTerms & {
  readonly id: string;
  /** Null where the body is of no known dialect. */
  readonly dialect: DialectName | null;
  readonly model: string | null;
  /** The provider whose cache rules and prices apply; null if unknown. */
  readonly provider: string | null;
  /** When it was sent, as an ISO date; null if no time was recorded. */
  readonly startedAt: string | null;
  /** Id of the exchange that this one continues; null without a parent. */
  readonly parent: string | null;
  readonly relation: Relation;
  /** Null for one that begins a conversation. */
  readonly certainty: Certainty | null;
  /** Id of the exchange that its conversation begins with: its own for a root. Forks belong to their parent's conversation. */
  readonly conversation: string;
  /** Why it is taken to continue its parent; empty without a parent. */
  readonly parentBecause: readonly ParentEvidence[];
  /** Other exchanges that it may continue instead, each with the verdict that would then hold; empty once the parent is certain. */
  readonly alternatives: readonly Alternative[];
  /**
   * Codes that would be causes (or `invalid`) under one of the alternatives and are not under `parent`, and those of notes that may explain
   * a read of 0. Sorted, without repeats.
   */
  readonly suspected: readonly FindingCode[];
  readonly class: PairClass;
  /** `not-comparable` for an exchange without a parent. */
  readonly verdict: Verdict;
  readonly reusable: Reusable;
  /** The parent's leading blocks that this exchange shares, and their raw bytes. */
  readonly shared: { readonly blocks: number; readonly bytes: number };
  /** As the provider reported it; null where no usage came back or the recorder made it up. */
  readonly usage: Usage | null;
  /** Why there are no counters. Null if there are counters, if the request was refused, and for an unknown wire format. */
  readonly uncounted: UsageExclusion | null;
  /** What the counters cover; null without counters. */
  readonly countedOver: CountedOver | null;
  /**
   * The read share of the prompt, with the share that the parent's prefix allows. Without a parent, only the read share. Null if
   * the counters cover more than this prompt, and if an exchange without a parent reports no counters.
   */
  readonly ratio: InspectedRatio | null;
  /**
   * The cost: the provider's bill, or else our prices of that day. Null before pricing, and if a counter or the price is unknown.
   * Never 0 for unknown.
   */
  readonly usd: number | null;
  /** The provider's bill and the cost by our prices, in USD; null if the response carries no bill. */
  readonly bill: { readonly usd: number; readonly pricedUsd: number | null } | null;
  /** The cost of its causes. Null without a cause, if the cache has no model, and for an agent with its own prompt. */
  readonly breakCost: BreakCost | null;
  /**
   * Without a cause of ours: the part of the parent's entry that the provider did not serve. Null if it served all, or if that is
   * unknown.
   */
  readonly unserved: BreakCost | null;
  /**
   * For the first request of a conversation: how it compares with an earlier one of the same client and model. Null if there is
   * no earlier one, and for all other requests.
   */
  readonly root: ComparedRoot | null;
  /** Why the provider did not answer; null where it did, and where no response was recorded. */
  readonly failed: ProviderError | null;
  /** Present for a conversation request that got no answer. The cost of its causes is then null. */
  readonly unanswered?: Unanswered;
  readonly findings: readonly Finding[];
  /**
   * Why it is not judged: it is not a conversation request in a supported wire format, or its prompt or its parent's prompt is
   * not fully known. Null for all others.
   */
  readonly unread: string | null;
  /** Whether its body could not be read, so that it may be a request of a conversation, and a break. Absent for all others. */
  readonly damaged?: true;
  /** The blocks of its prompt in cache order; absent unless they were asked for. */
  readonly blocks?: readonly InspectedBlock[];
};

/**
 * - `refused` the provider answered with an error: nothing was billed
 * - `unreachable` the request did not reach the provider: nothing was billed
 * - `no-answer` the connection ended without an answer, or the answer was empty: what was billed is unknown
 */
export type Unanswered = "refused" | "unreachable" | "no-answer";

/**
 * - `no-answer` no response was recorded
 * - `set-aside` the response has counters, but the recording does not say that a provider counted: a script may have invented
 * them
 * - `not-reported` the response has no counters
 */
export type UsageExclusion = "no-answer" | "set-aside" | "not-reported";

/** `verdict` is null for an exchange without a parent: it could not read anything. */
export type InspectedRatio = Omit<TurnRatio, "verdict"> & { readonly verdict: RatioVerdict | null };

/**
 * Why an exchange is taken to continue another one.
 *
 * - `repeats-answer` it repeats what its parent was answered, in whole, in part or edited
 * - `answers-call` it answers a call that its parent's answer made
 * - `directive-of-call` what it asks is the input of a call that its parent's answer made
 * - `shared-prefix` it says what its parent said before it
 * - `forkOf` the recording names its parent
 * - `said` the user named its parent (`--parent-of`, `session.parentOf`)
 */
export type ParentEvidence =
  | "repeats-answer"
  | "answers-call"
  | "directive-of-call"
  | "shared-prefix"
  | "forkOf"
  | "said";

/** Another exchange that one may continue. `isLater` if it stands behind: a clock or the order of the files is wrong. */
export type Alternative = { readonly parent: string; readonly verdict: Verdict; readonly isLater?: true };

/**
 * How surely an exchange stands where it is drawn.
 *
 * - `observed` its words show it (messages of its parent's, a task in its parent's answer, a summary that was asked for), or the
 *   recording names its parent
 * - `suspected` only circumstances suggest it: the same system prompt, tools, key or session, and what came before it
 */
export type Certainty = "observed" | "suspected";
