import { appendToolResult } from "./append-tool-result.ts";
import { lastNTurns } from "./last-n-turns.ts";
import { passThrough } from "./pass-through.ts";
import { placeholderResults } from "./placeholder-results.ts";
import { qwenHistory } from "./qwen-history.ts";
import { sanitizedHistory } from "./sanitized-history.ts";
import { snapshotQuery } from "./snapshot-query.ts";
import type { Strategy } from "./strategy.ts";

/** Every strategy there is, with its default options. A new one is a file and a line here. */
export const strategies: readonly Strategy[] = [
  passThrough,
  placeholderResults(),
  appendToolResult,
  snapshotQuery(),
  lastNTurns(1),
  qwenHistory,
  sanitizedHistory,
];
