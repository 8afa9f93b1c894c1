import { orderRules } from "./order-rules.ts";
import type { Rule } from "./rule.ts";
import type { SequenceRule } from "./sequence-rule.ts";
import { argumentsBlanked } from "./rules/content/arguments-blanked.ts";
import { argumentsReserialised } from "./rules/content/arguments-reserialised.ts";
import { belowMinimum } from "./rules/time/below-minimum.ts";
import { betaHeadersChanged } from "./rules/parameters/beta-headers-changed.ts";
import { breakpointCoarse } from "./rules/breakpoints/breakpoint-coarse.ts";
import { breakpointFrozen } from "./rules/breakpoints/breakpoint-frozen.ts";
import { breakpointMissing } from "./rules/breakpoints/breakpoint-missing.ts";
import { breakpointMoved } from "./rules/breakpoints/breakpoint-moved.ts";
import { breakpointOnVolatile } from "./rules/breakpoints/breakpoint-on-volatile.ts";
import { cacheHeaderMissing } from "./rules/routing/cache-header-missing.ts";
import { cacheKeyChanged } from "./rules/routing/cache-key-changed.ts";
import { cacheKeyOvershared } from "./rules/routing/cache-key-overshared.ts";
import { historyCompacted } from "./rules/history/history-compacted.ts";
import { concurrentFirst } from "./rules/time/concurrent-first.ts";
import { contentShape } from "./rules/content/content-shape.ts";
import { effortChanged } from "./rules/parameters/effort-changed.ts";
import { encodingDrift } from "./rules/content/encoding-drift.ts";
import { entryExpired } from "./rules/time/entry-expired.ts";
import { evicted } from "./rules/time/evicted.ts";
import { forkWritesCache } from "./rules/breakpoints/fork-writes-cache.ts";
import { historyShortened } from "./rules/history/history-shortened.ts";
import { historyWindowed } from "./rules/history/history-windowed.ts";
import { idsRegenerated } from "./rules/content/ids-regenerated.ts";
import { automaticCacheNoGuarantee } from "./rules/usage/automatic-cache-no-guarantee.ts";
import { lookbackExceeded } from "./rules/breakpoints/lookback-exceeded.ts";
import { maxTokensClampsThinking } from "./rules/parameters/max-tokens-clamps-thinking.ts";
import { mediaReplaced } from "./rules/content/media-replaced.ts";
import { messageEdited } from "./rules/history/message-edited.ts";
import { messageHoisted } from "./rules/history/message-hoisted.ts";
import { messageInserted } from "./rules/history/message-inserted.ts";
import { messageRemoved } from "./rules/history/message-removed.ts";
import { messagesReordered } from "./rules/history/messages-reordered.ts";
import { modelChanged } from "./rules/parameters/model-changed.ts";
import { openToolUseFiltered } from "./rules/history/open-tool-use-filtered.ts";
import { orphanToolResult } from "./rules/history/orphan-tool-result.ts";
import { outputFormatChanged } from "./rules/parameters/output-format-changed.ts";
import { providerDisagrees } from "./rules/usage/provider-disagrees.ts";
import { reasoningDropped } from "./rules/history/reasoning-dropped.ts";
import { reminderChanged } from "./rules/history/reminder-changed.ts";
import { routeChanged } from "./rules/routing/route-changed.ts";
import { serverToolToggled } from "./rules/parameters/server-tool-toggled.ts";
import { speedChanged } from "./rules/parameters/speed-changed.ts";
import { systemChanged } from "./rules/system/system-changed.ts";
import { systemCounter } from "./rules/system/system-counter.ts";
import { systemDynamicListing } from "./rules/system/system-dynamic-listing.ts";
import { systemFlapping } from "./rules/system/system-flapping.ts";
import { systemPath } from "./rules/system/system-path.ts";
import { systemReplaced } from "./rules/system/system-replaced.ts";
import { systemBlocksResplit } from "./rules/system/system-blocks-resplit.ts";
import { systemRotatingHeader } from "./rules/system/system-rotating-header.ts";
import { systemSessionId } from "./rules/system/system-session-id.ts";
import { systemTimestamp } from "./rules/system/system-timestamp.ts";
import { systemVaryingHead } from "./rules/system/system-varying-head.ts";
import { thinkingChanged } from "./rules/parameters/thinking-changed.ts";
import { tooManyBreakpoints } from "./rules/breakpoints/too-many-breakpoints.ts";
import { toolAdded } from "./rules/tools/tool-added.ts";
import { toolChoiceChanged } from "./rules/parameters/tool-choice-changed.ts";
import { toolDescriptionChanged } from "./rules/tools/tool-description-changed.ts";
import { toolKeyOrder } from "./rules/tools/tool-key-order.ts";
import { toolOptionChanged } from "./rules/tools/tool-option-changed.ts";
import { toolRemoved } from "./rules/tools/tool-removed.ts";
import { toolResultPruned } from "./rules/history/tool-result-pruned.ts";
import { toolSchemaChanged } from "./rules/tools/tool-schema-changed.ts";
import { toolVolatileValue } from "./rules/tools/tool-volatile-value.ts";
import { toolsFlapping } from "./rules/tools/tools-flapping.ts";
import { toolsReordered } from "./rules/tools/tools-reordered.ts";
import { ttlMismatch } from "./rules/breakpoints/ttl-mismatch.ts";
import { ttlOrder } from "./rules/breakpoints/ttl-order.ts";
import { unansweredToolCall } from "./rules/history/unanswered-tool-call.ts";
import { unexplainedMiss } from "./rules/usage/unexplained-miss.ts";
import { usageNotReported } from "./rules/usage/usage-not-reported.ts";
import { whitespaceChanged } from "./rules/content/whitespace-changed.ts";
import { writeNotReady } from "./rules/time/write-not-ready.ts";

/**
 * Every rule on a pair; a rule that is not in this list does not exist. The order of the list means nothing: what a rule declares in
 * `before` decides (harness/diagnosis/CODES.md#order).
 */
export const rules: readonly Rule[] = orderRules([
  // parameters
  betaHeadersChanged,
  effortChanged,
  maxTokensClampsThinking,
  modelChanged,
  outputFormatChanged,
  serverToolToggled,
  speedChanged,
  thinkingChanged,
  toolChoiceChanged,

  // tools
  toolAdded,
  toolDescriptionChanged,
  toolKeyOrder,
  toolOptionChanged,
  toolRemoved,
  toolSchemaChanged,
  toolVolatileValue,
  toolsReordered,

  // System: the same text first, then values (harness/diagnosis/CODES.md), then shapes of the difference
  messageHoisted,
  systemBlocksResplit,
  systemChanged,
  systemCounter,
  systemDynamicListing,
  systemPath,
  systemReplaced,
  systemRotatingHeader,
  systemSessionId,
  systemTimestamp,
  systemVaryingHead,

  // history
  historyCompacted,
  historyShortened,
  historyWindowed,
  messageEdited,
  messageHoisted,
  messageInserted,
  messageRemoved,
  messagesReordered,
  openToolUseFiltered,
  orphanToolResult,
  reasoningDropped,
  reminderChanged,
  toolResultPruned,
  unansweredToolCall,

  // content
  argumentsBlanked,
  argumentsReserialised,
  contentShape,
  encodingDrift,
  idsRegenerated,
  mediaReplaced,
  whitespaceChanged,

  // breakpoints
  breakpointCoarse,
  breakpointMissing,
  breakpointMoved,
  forkWritesCache,
  lookbackExceeded,
  tooManyBreakpoints,
  ttlMismatch,
  ttlOrder,

  // routing
  cacheHeaderMissing,
  cacheKeyChanged,
  routeChanged,

  // time
  belowMinimum,
  concurrentFirst,
  entryExpired,
  evicted,
  writeNotReady,

  // usage
  automaticCacheNoGuarantee,
  providerDisagrees,
  unexplainedMiss,
  usageNotReported,
]);

/** Every rule on a sequence. Each sees every request; their order does not change what they find. */
export const sequenceRules: readonly SequenceRule[] = [
  toolsFlapping,
  systemFlapping,
  breakpointFrozen,
  breakpointOnVolatile,
  cacheKeyOvershared,
];

/** All codes that exist, by either kind of rule. */
export const allRules: readonly (Rule | SequenceRule)[] = [...rules, ...sequenceRules];
