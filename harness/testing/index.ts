/**
 * forkproof in people's own tests: record what an agent sends, mock its provider, and judge forks and turns on the bytes that
 * crossed the wire. SDKs, schemas, the price list and the mocked provider are loaded when they are first used.
 */
// oxlint-disable-next-line import/no-unassigned-import -- it refuses an old Node before what follows fails on it
import "./require-node.ts";
import type { MockedProvider, MockProviderOptions } from "./mocked/mock-provider.ts";

export { inspect, type Inspectable, type InspectOptions } from "./judging/inspect.ts";
export { judge, type JudgedPair } from "./judging/judge.ts";
export { simulate, type SimulateOptions } from "./judging/simulate.ts";
export { matchers } from "./matchers/matchers.ts";
export {
  type GlobalTape,
  type RecordExchanges,
  recordExchanges,
  type RecordOptions,
  type Tape,
} from "./tape/record-exchanges.ts";
export type { FindingMatcher, FindingName } from "./matchers/check-code.ts";
export type { ExpectedDecision } from "./matchers/to-have-decision.ts";
export type { FirstTurnRatioOptions } from "./matchers/to-have-first-turn-ratio.ts";
export type { NoBreaksOptions } from "./matchers/to-have-no-cache-breaks.ts";
export type { SharedPrefixOptions } from "./matchers/to-share-fork-prefix.ts";
export type { MatcherResult, MatcherState } from "./matchers/matcher.ts";
export type { MockedProvider, MockProviderOptions } from "./mocked/mock-provider.ts";
export type { MockCalls, MockLane, MockScript, MockStep } from "./mocked/mock-script.ts";
export type { MockFault } from "../mock/script/fault.ts";
export type { UserClock } from "./mocked/test-clock.ts";
export type { SaveOptions } from "./tape/save-options.ts";
export type { Fetch } from "./tape/sent-request.ts";
export type { Exchange, Header, Outcome } from "../kernel/exchange.ts";
export type { Chunk, RecordedExchange } from "../cassette/recorded-exchange.ts";
export type { Finding, FindingCode, FindingRole, Severity } from "../kernel/finding.ts";
export type { Incident, IncidentCost } from "../kernel/inspection/incident.ts";
export type {
  Alternative,
  Certainty,
  InspectedExchange,
  InspectedRatio,
  Inspection,
  InspectionTotals,
  ParentEvidence,
  UsageExclusion,
} from "../kernel/inspection/inspection.ts";
export type { BreakCost } from "../kernel/breaks/break-cost.ts";
export type { BreakOrigin } from "../kernel/breaks/break-origin.ts";
export type { Relation } from "../kernel/breaks/relation.ts";
export type {
  Divergence,
  JudgedRequest,
  Judgement,
  Normalisation,
  PairClass,
  Reusable,
  Verdict,
} from "../kernel/judgement.ts";
export type { Segment } from "../kernel/layout.ts";
export type {
  FilterDecisionRecord,
  ForkRun,
  ForkTurnUsage,
  JobOutcome,
  JobRequest,
  JobResult,
  RunResult,
  RunSummary,
} from "../kernel/run-result.ts";
export type { ForkedParent, ScenarioSubject, ScenarioTask } from "../kernel/scenario-subject.ts";
export type { SimulatedExchange, Simulation, SimulationMode } from "../kernel/simulation.ts";
export type { Span } from "../kernel/span.ts";
export type { RatioVerdict, TurnRatio } from "../kernel/turn-ratio.ts";
export type { Usage } from "../kernel/usage.ts";

/**
 * Starts a mocked provider: answers are scripted, usage is computed from the bytes by the provider's cache rules, and invalid
 * requests are refused in the provider's own words. It needs no key and no network.
 *
 * @throws HarnessError HX141 for the script, HX541 and HX542 for other options, HX402 if loopback cannot be listened on
 */
export async function mockProvider(options: MockProviderOptions): Promise<MockedProvider> {
  return (await import("./mocked/mock-provider.ts")).startMockProvider(options);
}
