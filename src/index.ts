/** The fork library: what an agent needs to fork a subagent that keeps its parent's prompt-cache prefix. */

export type { CacheSafeParams, Continuation, LevelDigests, OpenCall } from "./cache-safe/cache-safe-params.ts";
export { CacheSafeSlot, type TurnKey } from "./cache-safe/cache-safe-slot.ts";
export { captureCacheSafeParams } from "./cache-safe/capture-cache-safe-params.ts";
export { type ParentRecording, recordParent, type RecordParentOptions } from "./cache-safe/record-parent.ts";
export type { HeadersLike, ParentExchange } from "./cache-safe/parent-exchange.ts";
export { ForkPointError, type ForkPointFault } from "./cache-safe/fork-point-error.ts";

export { type AwaySummary, startAwaySummary } from "./consumers/away-summary.ts";
export {
  type ConsolidationResult,
  consolidateMemory,
  startConsolidation,
  type MemoryConsolidation,
} from "./consumers/consolidate-memory.ts";
export type { StartedConsumer } from "./consumers/started-consumer.ts";
export type { ConsumerRun } from "./consumers/consumer-run.ts";
export { delegate, type Delegation, type DelegationResult } from "./consumers/delegate.ts";
export {
  type EvalPrompt,
  type EvalSample,
  evaluatePrompts,
  type Evaluation,
  type PromptRate,
} from "./consumers/evaluate-prompts.ts";
export type { GradedRun, Grader, GraderAnswer } from "./consumers/evaluation/grade-run.ts";
export type { PassRate } from "./consumers/evaluation/pass-rate.ts";

export { type AgentCall, agentToolDeclaration } from "./fork/agent-tool/agent-call.ts";
export { agentTool, type AgentToolOptions, startedResult } from "./fork/agent-tool/agent-tool.ts";
export { type Bubble, bubblePermissions, type PermissionQuestion } from "./fork/agent-tool/bubble-permissions.ts";
export { type Checkouts, translateCall, translatePath, worktreeNotice } from "./fork/agent-tool/worktree.ts";
export { DefaultForkSubagent } from "./fork/default-fork-subagent.ts";
export type { ForkPorts } from "./fork/loop/fork-ports.ts";
export { type DelegateMode, isFireAndForget } from "./fork/delegate-mode.ts";
export { ForkDepthError } from "./fork/params/fork-depth-error.ts";
export { encodeEvent, type EventEnvelope, writeEvents } from "./fork/events/event-envelope.ts";
export { EventFormatError } from "./fork/events/event-format-error.ts";
export { type EventReader, eventReader } from "./fork/events/event-reader.ts";
export type { EventOrigin, ForkEvent, ForkObserver } from "./fork/fork-event.ts";
export { ForkHandle } from "./fork/fork-handle.ts";
export { ForkParamsError } from "./fork/params/fork-params-error.ts";
export type { RecursionRule } from "./fork/params/check-recursion.ts";
export type { HandOn } from "./fork/loop/handed-on.ts";
export type { ForkOverrides, ForkParams } from "./fork/params/fork-params.ts";
export { forkRecordedParent, type RecordedFork } from "./fork/fork-recorded-parent.ts";
export type {
  DecisionRecord,
  ForkError,
  ForkMessage,
  ForkResult,
  ForkStop,
  ForkTurn,
  LostAttempt,
  Interruption,
} from "./fork/fork-result.ts";
export { type FanOut, forkSiblings } from "./fork/fork-siblings.ts";
export type { ForkSubagent } from "./fork/fork-subagent.ts";
export { type AgentState, agentStatePlan } from "./fork/isolation/agent-state.ts";
export type { ForkAgent, ParentAgent } from "./fork/isolation/fork-agent.ts";
export {
  cloned,
  cut,
  type ForkIdentity,
  fresh,
  isolate,
  type Isolation,
  type IsolationPlan,
  shared,
} from "./fork/isolation/isolate.ts";
export { chainObservers } from "./fork/observers/chain-observers.ts";
export { countingObserver, type EventCounts } from "./fork/observers/counting-observer.ts";
export { loggingObserver } from "./fork/observers/logging-observer.ts";
export { type Progress, progressEcho } from "./fork/observers/progress-echo.ts";
export { currentRun, type RunContext } from "./fork/loop/run-context.ts";
export {
  type TaskNotification,
  type TaskStatus,
  type TaskUsage,
  toTaskNotification,
} from "./fork/task-notification.ts";
export { parseTaskNotification, renderTaskNotification } from "./fork/task-notification-xml.ts";
export type { StartTimer } from "./fork/loop/timer.ts";
export type { ToolDispatcher, ToolOutcome } from "./fork/tool-dispatcher.ts";

export { allOf } from "./filters/all-of.ts";
export { allowAll } from "./filters/allow-all.ts";
export { allowMatching } from "./filters/allow-matching.ts";
export { allowTools } from "./filters/allow-tools.ts";
export { anyOf } from "./filters/any-of.ts";
export {
  type Audit,
  type AuditedRun,
  auditEffects,
  type Dispatched,
  type Escape,
} from "./filters/audit/audit-effects.ts";
export { type Change, compareSnapshots, type Snapshot } from "./filters/audit/snapshot.ts";
export { takeSnapshot } from "./filters/audit/take-snapshot.ts";
export {
  type AutoMemFilter,
  autoMemFilter,
  type AutoMemOptions,
  type GatedRuntime,
} from "./filters/auto-mem-filter.ts";
export { decideSafely } from "./filters/decide-safely.ts";
export { type DecidedRow, decideTable, groupByRule, type TableRow } from "./filters/decide-table.ts";
export { denialBody } from "./filters/denial-body.ts";
export { type MemoryFolder, MemoryFolderError } from "./filters/paths/memory-folder.ts";
export type { Disk } from "./filters/paths/disk.ts";
export type { PathRefusal } from "./filters/paths/path-rule.ts";
export type { BashGrammar } from "./filters/shell/load-grammar.ts";
export type { MemoryFile } from "./filters/paths/open-memory-file.ts";
export { readOnlyFilter, type ReadOnlyOptions } from "./filters/read-only-filter.ts";
export { type RecordedDecision, recordDecisions } from "./filters/record-decisions.ts";
export { guideTo, type RuleGuide } from "./filters/rule-guide.ts";
export { type DeclaredTool, schemaCheck } from "./filters/schema-check.ts";
export type { Decision, ToolCall, ToolFilter } from "./filters/tool-filter.ts";
export { vocabularies } from "./filters/tools/vocabularies.ts";
export {
  type CanonicalTool,
  type EditArguments,
  findTool,
  joinVocabularies,
  type Vocabulary,
  wireName,
  type WireTool,
} from "./filters/tools/vocabulary.ts";
export type { Confine, Confinement } from "./filters/shell/run/confinement.ts";
export { openShell, type ReadOnlyShell, type ShellOptions } from "./filters/shell/run/open-shell.ts";
export type { ShellOutcome } from "./filters/shell/run/started-shell.ts";
export { type CommandPromise, commandPromises } from "./filters/shell/promises/command-promise.ts";
export { commandText, type ShellPromise } from "./filters/tools/judge-bash.ts";
export { editMemoryFile, writeMemoryFile, type WriteOutcome } from "./filters/write-memory-file.ts";

export { definedFilter, type FilterDefinition } from "./remote/defined-filter.ts";
export type { Close, ForkTransport } from "./remote/fork-transport.ts";
export { memoryTransport } from "./remote/memory-transport.ts";
export { RemoteError } from "./remote/remote-error.ts";
export { type RemoteForkOptions, RemoteForkSubagent } from "./remote/remote-fork-subagent.ts";
export { type RemoteRole, remoteRole } from "./remote/remote-role.ts";
export { type ForkServer, type ForkWorker, serveForks, type WorkerRole } from "./remote/serve-forks.ts";

export { appendToolResult } from "./strategies/append-tool-result.ts";
export { type CloneReport, parseCloneReport, persistOnly } from "./strategies/clone-contract.ts";
export { type ForkedRollout, forkRollout, type RolloutMode } from "./strategies/fork-rollout.ts";
export { forkTag } from "./strategies/fork-rules.ts";
export { lastNTurns, type LastTurnsOptions } from "./strategies/last-n-turns.ts";
export { passThrough } from "./strategies/pass-through.ts";
export { type PlaceholderOptions, placeholderResults } from "./strategies/placeholder-results.ts";
export { qwenHistory } from "./strategies/qwen-history.ts";
export { sanitizedHistory } from "./strategies/sanitized-history.ts";
export { snapshotQuery, type SnapshotQueryOptions } from "./strategies/snapshot-query.ts";
export { strategies } from "./strategies/strategies.ts";
export type { ForkSeed, ForkTask, SeedMessage, SharedEnd, Strategy } from "./strategies/strategy.ts";

export type { AnthropicClientOptions } from "./providers/anthropic/anthropic-client-options.ts";
export { AnthropicClient } from "./providers/anthropic/anthropic-client.ts";
export { GeminiClient, type GeminiClientOptions } from "./providers/gemini/gemini-client.ts";
export { OpenAiClient, type OpenAiClientOptions } from "./providers/openai/openai-client.ts";
export { profileOf, profiles, type ProviderProfile } from "./providers/openai/provider-profile.ts";
export { clientFor, type ClientOptions } from "./providers/client-for.ts";
export type { PostOptions } from "./providers/transport/post.ts";
export type { LlmClient, LlmEvent, LlmOutcome, LlmRequest } from "./providers/llm-client.ts";
export type { ProviderError, RefusalKind } from "./providers/provider-error.ts";

export {
  cacheBreak,
  type EventSpec,
  type Field,
  fields as forkSpanFields,
  spanName,
  toolDenied,
} from "./telemetry/fork-span.ts";

export { fileRecords } from "./transcript/file-records.ts";
export type { ForkRecords, RunEnd, RunRecord, RunStart, TranscriptEntry } from "./transcript/fork-records.ts";
export type { AgentHandle } from "./transcript/handle-table.ts";
export { listHandles, readTranscript } from "./transcript/list-handles.ts";
export { RecordsError } from "./transcript/records-error.ts";

export type { Answer, CallKind, ToolUse } from "./wire/stream/answer.ts";
export { type BodyChange, ForkBody } from "./wire/fork-body.ts";
export { scanBody, type RawBody } from "./wire/scan-body.ts";
export type { RawObject } from "./wire/read-object.ts";
export type { Span } from "./wire/span.ts";
export type { TokenUsage } from "./wire/token-usage.ts";
export type { WireName } from "./wire/wire-format.ts";
export { WireFault } from "./wire/wire-fault.ts";
