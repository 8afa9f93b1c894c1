import type { RecordedResponse } from "../../../kernel/exchange.ts";
import type { UsageExclusion } from "../../../kernel/inspection/inspection.ts";
import type { SavedUsage } from "./kept-usage.ts";
import type { Wire } from "../../wire.ts";

/** The reason for missing counters of an exchange. */
export function whyExcluded(
  dialect: Wire,
  { usage = null, response }: { readonly usage?: SavedUsage | null; readonly response: RecordedResponse | null },
): UsageExclusion {
  if (response === null) return usage === null ? "no-answer" : "not-reported";
  return isExcluded(dialect, { usage, response }) ? "set-aside" : "not-reported";
}

/** Whether an answer has counters of which the recording does not say that a provider counted them. */
export function isExcluded(
  dialect: Wire,
  { usage = null, response }: { readonly usage?: SavedUsage | null; readonly response: RecordedResponse | null },
): boolean {
  if (response === null || response.usageIsReal || response.status >= 400) return false;
  return usage !== null || dialect.readUsage(response) !== null;
}
