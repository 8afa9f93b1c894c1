import { withLifetimes } from "../../cache-model/write-lifetimes.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { Wire } from "../../wires/wire.ts";
import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import { reportedUsage } from "../../wires/shared/usage/kept-usage.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { TokenCounts } from "../../kernel/simulation.ts";

export type RecordedUsage = {
  readonly counts: TokenCounts;
  readonly outputTokens: number | null;
  /** The part of the write that is kept for an hour; null if unknown. */
  readonly longWrite: number | null;
};

/** The counters of a recorded exchange with their sum. Null without counters, or if a script invented them. */
export function recordedUsage(dialect: Wire, exchange: RecordedExchange, layout: Layout): RecordedUsage | null {
  const counters = reportedUsage(dialect, exchange);
  if (counters === null) return null;
  const { read, write, fresh, output, longWrite = null } = withLifetimes(counters, layout);
  return {
    counts: { read, write, fresh, total: promptTokens(counters, dialect.name) },
    outputTokens: output,
    longWrite,
  };
}
