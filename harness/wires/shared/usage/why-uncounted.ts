import type { RecordedResponse } from "../../../kernel/exchange.ts";
import type { Uncounted } from "../../../kernel/inspection/inspection.ts";
import type { SavedUsage } from "./kept-usage.ts";
import type { Wire } from "../../wire.ts";

/** The reason for missing counters of an exchange. */
export function whyUncounted(
  dialect: Wire,
  { usage = null, response }: { readonly usage?: SavedUsage | null; readonly response: RecordedResponse | null },
): Uncounted {
  if (response === null) return usage === null ? "no-answer" : "not-reported";
  return isSetAside(dialect, { usage, response }) ? "set-aside" : "not-reported";
}

/** Whether an answer has counters of which the recording does not say that a provider counted them. */
export function isSetAside(
  dialect: Wire,
  { usage = null, response }: { readonly usage?: SavedUsage | null; readonly response: RecordedResponse | null },
): boolean {
  if (response === null || response.usageIsReal || response.status >= 400) return false;
  return usage !== null || dialect.readUsage(response) !== null;
}
