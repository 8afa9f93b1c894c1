import type { Rule } from "./rule.ts";
import { breakpointMoved } from "./rules/breakpoint-moved.ts";
import { compacted } from "./rules/compacted.ts";
import { encodingDrift } from "./rules/encoding-drift.ts";
import { historyWindowed } from "./rules/history-windowed.ts";
import { messageEdited } from "./rules/message-edited.ts";
import { messageInserted } from "./rules/message-inserted.ts";
import { messageRemoved } from "./rules/message-removed.ts";
import { messagesReordered } from "./rules/messages-reordered.ts";
import { openToolUseFiltered } from "./rules/open-tool-use-filtered.ts";
import { reminderChanged } from "./rules/reminder-changed.ts";
import { systemChanged } from "./rules/system-changed.ts";
import { systemCounter } from "./rules/system-counter.ts";
import { systemDynamicListing } from "./rules/system-dynamic-listing.ts";
import { systemPath } from "./rules/system-path.ts";
import { systemReplaced } from "./rules/system-replaced.ts";
import { systemResplit } from "./rules/system-resplit.ts";
import { systemRotatingHeader } from "./rules/system-rotating-header.ts";
import { systemSessionId } from "./rules/system-session-id.ts";
import { systemTimestamp } from "./rules/system-timestamp.ts";
import { systemVaryingHead } from "./rules/system-varying-head.ts";
import { toolAdded } from "./rules/tool-added.ts";
import { toolDescriptionChanged } from "./rules/tool-description-changed.ts";
import { toolKeyOrder } from "./rules/tool-key-order.ts";
import { toolOptionChanged } from "./rules/tool-option-changed.ts";
import { toolRemoved } from "./rules/tool-removed.ts";
import { toolSchemaChanged } from "./rules/tool-schema-changed.ts";
import { toolVolatileValue } from "./rules/tool-volatile-value.ts";
import { toolsReordered } from "./rules/tools-reordered.ts";

/** Every rule, in the order in which they are asked: the most specific first. A rule that is not in this list does not exist. */
export const rules: readonly Rule[] = [
  // Tools
  toolRemoved,
  toolAdded,
  toolVolatileValue,
  toolKeyOrder,
  toolDescriptionChanged,
  toolSchemaChanged,
  toolOptionChanged,
  toolsReordered,

  // System: the same text first, then values (codes.md, Borderlines), then shapes of the difference
  systemResplit,
  encodingDrift,
  systemTimestamp,
  systemSessionId,
  systemPath,
  systemCounter,
  systemDynamicListing,
  systemRotatingHeader,
  systemVaryingHead,
  systemReplaced,
  systemChanged,

  // Messages: a whole history, then single blocks, then whole messages, then whatever is left
  compacted,
  openToolUseFiltered,
  reminderChanged,
  historyWindowed,
  messagesReordered,
  messageRemoved,
  messageInserted,
  messageEdited,

  // Beside the prefix
  breakpointMoved,
];
