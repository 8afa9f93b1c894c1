import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import { countedRounds } from "../wires/shared/usage/counted-rounds.ts";
import { exchangeUsageFault } from "../wires/shared/usage/exchange-usage-fault.ts";
import { mostTokens } from "../wires/shared/usage/most-tokens.ts";
import type { DialectName } from "../kernel/layout.ts";
import type { Exclusion, TokenCounts } from "../kernel/simulation.ts";

/** Why a recorded exchange says nothing about a cache model, as far as that shows before any prediction; null where it does. */
export function exclusionOf(
  dialect: DialectName,
  exchange: RecordedExchange,
  recorded: TokenCounts | null,
): Exclusion | null {
  if (exchange.request.length === 0) return "no request body";
  if (exchange.response !== null && exchange.response.status >= 400) return "refused by the provider";
  const fault = isScripted(exchange) ? null : exchangeUsageFault(dialect, exchange);
  if (recorded === null || recorded.total === null) return fault === null ? "no usage reported" : "contradicts itself";
  const rounds = countedRounds(exchange);
  if (rounds === "last") return "compaction";
  if (rounds === "several" || mayLoopInside(exchange)) return "server-tool loop";
  const most = mostTokens(exchange.request) ?? Infinity;
  const { read, total } = recorded;
  if (fault !== null || (read !== null && read > most)) return "contradicts itself";
  // The provider ran a prompt of its own in addition to this one.
  if (total > most) return "hidden prompt";
  if (exchange.request.includes('"cachedContent"')) return "explicit resource";
  return read !== null && (read < 0 || read > total) ? "contradicts itself" : null;
}

/** Counters that a script may have invented do not count as reported, true or not. */
function isScripted({ response }: RecordedExchange): boolean {
  return response !== null && !response.usageIsReal;
}

/** A response that the recording left out may have listed calls of tools that run at the provider. */
function mayLoopInside({ request, response }: RecordedExchange): boolean {
  return (response === null || response.body.length === 0) && INNER_TOOLS.test(request.toString("latin1"));
}

/** A tool that runs at the provider, as a request declares it. */
const INNER_TOOLS =
  /"type"\s*:\s*"(?:web_search|web_fetch|code_execution|file_search|code_interpreter|image_generation|mcp)(?:_preview)?(?:_\d{4}_?\d{2}_?\d{2})?"/;
