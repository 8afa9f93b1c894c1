import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import type { RecordedResponse } from "../../../kernel/exchange.ts";
import type { SavedUsage } from "./kept-usage.ts";
import { responseDocuments } from "./response-documents.ts";

/** xAI bills in ticks (docs.x.ai, Cost tracking: ten billion to the dollar). */
const TICKS_PER_USD = 1e10;

/**
 * The provider's bill for a request, in USD, as OpenRouter (`usage.cost`) and xAI (`usage.cost_in_usd_ticks`) report it. Null if
 * the response carries no bill, and if a script invented it.
 */
export function readBill({
  usage = null,
  response,
}: {
  readonly usage?: SavedUsage | null;
  readonly response: RecordedResponse | null;
}): number | null {
  if (response !== null && !response.usageIsReal) return null;
  const kept = usage === null ? null : billOf(usage);
  if (kept !== null || response === null) return kept;
  const usages = responseDocuments(response, '"cost').flatMap((document) => [
    recordAt(document, "usage"),
    recordAt(recordAt(document, "response"), "usage"),
  ]);
  return usages.map(billOf).findLast((bill) => bill !== null) ?? null;
}

function billOf(usage: JsonObject): number | null {
  const ticks = usage["cost_in_usd_ticks"];
  if (isAmount(ticks)) return ticks / TICKS_PER_USD;
  const { cost } = usage;
  if (!isAmount(cost)) return null;
  // With the user's own key OpenRouter bills its fee, and the upstream provider the rest.
  const details = usage["cost_details"];
  const upstream = isJsonObject(details) ? details["upstream_inference_cost"] : null;
  return usage["is_byok"] === true && isAmount(upstream) ? cost + upstream : cost;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
