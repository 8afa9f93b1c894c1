import { isJsonObject } from "../kernel/json.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
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
  if (compacts(exchange)) return "compaction";
  if (loopsInside(exchange)) return "server-tool loop";
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

/** Top-level counters of a request that compacted its history are those of the last step alone (harness/providers/FACTS.md#anthropic-usage). */
function compacts({ usage }: RecordedExchange): boolean {
  const iterations = usage?.["iterations"];
  return Array.isArray(iterations) && iterations.some((step) => isJsonObject(step) && step["type"] === "compaction");
}

/**
 * Counters of a request that the provider answers in several inner rounds are sums over them (harness/providers/FACTS.md#anthropic-usage). The
 * response says so itself: Anthropic counts its server tools and lists its iterations, Responses lists the calls.
 */
function loopsInside({ usage, request, response }: RecordedExchange): boolean {
  if (usage !== null && isSet(usage["server_tool_use"])) return true;
  const iterations = usage?.["iterations"];
  if (Array.isArray(iterations) && iterations.length > 1) return true;
  // A response that the recording left out may have listed calls of such a tool.
  if (response === null || response.body.length === 0) return INNER_TOOLS.test(request.toString("latin1"));
  return INNER_CALLS.some((type) => response.body.includes(type));
}

/** A tool that Responses runs at the provider, as a request declares it. */
const INNER_TOOLS =
  /"type"\s*:\s*"(?:web_search|file_search|code_interpreter|image_generation|mcp)(?:_preview)?(?:_\d{4}_\d{2}_\d{2})?"/;

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Output items of tools that run at the provider, as Responses spells them. */
const INNER_CALLS: readonly string[] = [
  '"web_search_call"',
  '"file_search_call"',
  '"code_interpreter_call"',
  '"image_generation_call"',
  '"mcp_call"',
];
