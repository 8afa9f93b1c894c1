import type { Rule } from "./rule.ts";
import type { SequenceRule } from "./sequence-rule.ts";
import { argumentsBlanked } from "./rules/arguments-blanked.ts";
import { argumentsReserialised } from "./rules/arguments-reserialised.ts";
import { belowMinimum } from "./rules/below-minimum.ts";
import { betasChanged } from "./rules/betas-changed.ts";
import { breakpointCoarse } from "./rules/breakpoint-coarse.ts";
import { breakpointFrozen } from "./rules/breakpoint-frozen.ts";
import { breakpointMissing } from "./rules/breakpoint-missing.ts";
import { breakpointMoved } from "./rules/breakpoint-moved.ts";
import { breakpointOnVolatile } from "./rules/breakpoint-on-volatile.ts";
import { cacheHeaderMissing } from "./rules/cache-header-missing.ts";
import { cacheKeyChanged } from "./rules/cache-key-changed.ts";
import { cacheKeyOvershared } from "./rules/cache-key-overshared.ts";
import { compacted } from "./rules/compacted.ts";
import { concurrentFirst } from "./rules/concurrent-first.ts";
import { contentShape } from "./rules/content-shape.ts";
import { effortChanged } from "./rules/effort-changed.ts";
import { encodingDrift } from "./rules/encoding-drift.ts";
import { entryExpired } from "./rules/entry-expired.ts";
import { evicted } from "./rules/evicted.ts";
import { forkWritesCache } from "./rules/fork-writes-cache.ts";
import { historyShortened } from "./rules/history-shortened.ts";
import { historyWindowed } from "./rules/history-windowed.ts";
import { idsRegenerated } from "./rules/ids-regenerated.ts";
import { implicitOnly } from "./rules/implicit-only.ts";
import { lookbackExceeded } from "./rules/lookback-exceeded.ts";
import { maxTokensClampsThinking } from "./rules/max-tokens-clamps-thinking.ts";
import { mediaReplaced } from "./rules/media-replaced.ts";
import { messageEdited } from "./rules/message-edited.ts";
import { messageHoisted } from "./rules/message-hoisted.ts";
import { messageInserted } from "./rules/message-inserted.ts";
import { messageRemoved } from "./rules/message-removed.ts";
import { messagesReordered } from "./rules/messages-reordered.ts";
import { modelChanged } from "./rules/model-changed.ts";
import { openToolUseFiltered } from "./rules/open-tool-use-filtered.ts";
import { orphanToolResult } from "./rules/orphan-tool-result.ts";
import { outputFormatChanged } from "./rules/output-format-changed.ts";
import { providerDisagrees } from "./rules/provider-disagrees.ts";
import { reasoningDropped } from "./rules/reasoning-dropped.ts";
import { reminderChanged } from "./rules/reminder-changed.ts";
import { routeChanged } from "./rules/route-changed.ts";
import { serverToolToggled } from "./rules/server-tool-toggled.ts";
import { speedChanged } from "./rules/speed-changed.ts";
import { systemChanged } from "./rules/system-changed.ts";
import { systemCounter } from "./rules/system-counter.ts";
import { systemDynamicListing } from "./rules/system-dynamic-listing.ts";
import { systemFlapping } from "./rules/system-flapping.ts";
import { systemPath } from "./rules/system-path.ts";
import { systemReplaced } from "./rules/system-replaced.ts";
import { systemResplit } from "./rules/system-resplit.ts";
import { systemRotatingHeader } from "./rules/system-rotating-header.ts";
import { systemSessionId } from "./rules/system-session-id.ts";
import { systemTimestamp } from "./rules/system-timestamp.ts";
import { systemVaryingHead } from "./rules/system-varying-head.ts";
import { thinkingChanged } from "./rules/thinking-changed.ts";
import { tooManyBreakpoints } from "./rules/too-many-breakpoints.ts";
import { toolAdded } from "./rules/tool-added.ts";
import { toolChoiceChanged } from "./rules/tool-choice-changed.ts";
import { toolDescriptionChanged } from "./rules/tool-description-changed.ts";
import { toolKeyOrder } from "./rules/tool-key-order.ts";
import { toolOptionChanged } from "./rules/tool-option-changed.ts";
import { toolRemoved } from "./rules/tool-removed.ts";
import { toolResultPruned } from "./rules/tool-result-pruned.ts";
import { toolSchemaChanged } from "./rules/tool-schema-changed.ts";
import { toolVolatileValue } from "./rules/tool-volatile-value.ts";
import { toolsFlapping } from "./rules/tools-flapping.ts";
import { toolsReordered } from "./rules/tools-reordered.ts";
import { ttlMismatch } from "./rules/ttl-mismatch.ts";
import { ttlOrder } from "./rules/ttl-order.ts";
import { unansweredToolCall } from "./rules/unanswered-tool-call.ts";
import { unexplainedMiss } from "./rules/unexplained-miss.ts";
import { usageNotReported } from "./rules/usage-not-reported.ts";
import { whitespaceChanged } from "./rules/whitespace-changed.ts";
import { writeNotReady } from "./rules/write-not-ready.ts";

/** Every rule on a pair, in the order in which they are asked: the most specific first. A rule that is not in this list does not exist. */
export const rules: readonly Rule[] = [
  // Tools; what the provider runs is no declared tool
  serverToolToggled,
  toolRemoved,
  toolAdded,
  toolVolatileValue,
  toolKeyOrder,
  toolDescriptionChanged,
  toolSchemaChanged,
  toolOptionChanged,
  toolsReordered,

  // System: the same text first, then values (codes.md, Borderlines), then shapes of the difference
  messageHoisted,
  systemResplit,
  systemTimestamp,
  systemSessionId,
  systemPath,
  systemCounter,
  systemDynamicListing,
  systemRotatingHeader,
  systemVaryingHead,
  systemReplaced,

  // Messages: a whole history, then what a block became, then whole messages
  compacted,
  historyWindowed,
  openToolUseFiltered,
  reminderChanged,
  messagesReordered,
  argumentsBlanked,
  argumentsReserialised,
  idsRegenerated,
  reasoningDropped,
  mediaReplaced,
  contentShape,
  whitespaceChanged,
  toolResultPruned,
  encodingDrift,
  messageRemoved,
  messageInserted,

  // Whatever is left of a segment
  systemChanged,
  messageEdited,

  // Beside the prefix: parameters, breakpoints, routing
  modelChanged,
  thinkingChanged,
  effortChanged,
  toolChoiceChanged,
  betasChanged,
  speedChanged,
  outputFormatChanged,
  maxTokensClampsThinking,
  breakpointMissing,
  lookbackExceeded,
  ttlMismatch,
  cacheKeyChanged,
  routeChanged,
  cacheHeaderMissing,

  // Time and size
  entryExpired,
  concurrentFirst,
  belowMinimum,
  evicted,

  // What a provider refuses
  orphanToolResult,
  unansweredToolCall,
  tooManyBreakpoints,
  ttlOrder,

  // Notes
  historyShortened,
  breakpointCoarse,
  forkWritesCache,
  breakpointMoved,
  writeNotReady,

  // What came back
  unexplainedMiss,
  usageNotReported,
  providerDisagrees,
  implicitOnly,
];

/** Every rule on a sequence. Each is told of every request; what they find does not hang on their order. */
export const sequenceRules: readonly SequenceRule[] = [
  toolsFlapping,
  systemFlapping,
  breakpointFrozen,
  breakpointOnVolatile,
  cacheKeyOvershared,
];

/** All codes that exist, by either kind of rule. */
export const allRules: readonly (Rule | SequenceRule)[] = [...rules, ...sequenceRules];
