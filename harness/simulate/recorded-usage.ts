import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { TokenCounts } from "../kernel/simulation.ts";

export type RecordedUsage = { readonly counts: TokenCounts; readonly outputTokens: number | null };

/**
 * The counters of a recorded exchange; null where none came back or a script made them up. A usage object that the
 * recording keeps beside the response speaks first, since long bodies may have been trimmed.
 */
export function recordedUsage(dialect: Dialect, { usage, response }: RecordedExchange): RecordedUsage | null {
  if (response !== null && !response.usageIsReal) return null;
  const kept =
    usage === null ? null : dialect.readUsage({ contentType: "application/json", body: asResponse(dialect, usage) });
  const counters = kept ?? (response === null ? null : dialect.readUsage(response));
  if (counters === null) return null;
  const { read, write, fresh, output } = counters;
  // A provider that reports no writes counts them as fresh.
  const total = read === null || fresh === null ? null : read + (write ?? 0) + fresh;
  return { counts: { read, write, fresh, total }, outputTokens: output };
}

function asResponse(dialect: Dialect, usage: object): Buffer {
  const member = dialect.name === "gemini-generate" ? "usageMetadata" : "usage";
  return Buffer.from(JSON.stringify({ [member]: usage }));
}
