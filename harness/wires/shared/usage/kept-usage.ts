import type { RecordedResponse } from "../../../kernel/exchange.ts";
import type { Usage } from "../../../kernel/usage.ts";
import type { Wire } from "../../wire.ts";

/** A usage object that a recording keeps apart from the response's body. */
export type SavedUsage = { readonly [name: string]: unknown };

/**
 * The counters of an exchange as the provider reported them. A usage object that the recording keeps apart from the response
 * takes precedence, since long bodies may have been trimmed. Null without counters, or if a script invented them.
 */
export function reportedUsage(
  dialect: Wire,
  { usage = null, response }: { readonly usage?: SavedUsage | null; readonly response: RecordedResponse | null },
): Usage | null {
  if (response !== null && !response.usageIsReal) return null;
  const kept = usage === null ? null : keptUsage(dialect, usage);
  return kept ?? (response === null ? null : dialect.readUsage(response));
}

/** The counters of a usage object alone, read as that of a response. */
export function keptUsage(dialect: Wire, usage: SavedUsage): Usage | null {
  return dialect.readUsage({
    contentType: "application/json",
    body: Buffer.from(JSON.stringify({ [dialect.usageMember]: usage })),
  });
}
