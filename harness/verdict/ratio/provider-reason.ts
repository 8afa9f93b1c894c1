import { isJsonObject } from "../../kernel/json.ts";
import type { SideEvidence } from "../../diagnosis/side-evidence.ts";
import { readParameters } from "../../diagnosis/reading/read-parameters.ts";
import { foundNoMiss } from "../../wires/read-cache-reason.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { readRequest } from "../read-request.ts";

/**
 * The provider's miss reason; `none` if it was asked to compare and found no difference. Null if it was not asked, or did not
 * answer: silence is not an answer (harness/providers/FACTS.md#diagnostics).
 */
export function providerReason(side: SideEvidence): string | null {
  const reason = side.answered().reason?.reason ?? null;
  const { response } = side.exchange;
  if (reason !== null || response === null || response.status >= 400) return reason;
  return isAsked(side) && foundNoMiss(response) ? "none" : null;
}

/** Whether a request asks its provider why it misses. False on a wire that we do not read. */
export function asksProvider(exchange: Exchange): boolean {
  const read = readRequest(exchange);
  return read !== null && isAsked({ parameters: () => readParameters(read.layout) });
}

/** A first turn says null: there is nothing to compare with. */
function isAsked(side: Pick<SideEvidence, "parameters">): boolean {
  const { diagnostics, prompt_cache_options: options } = side.parameters();
  const previous = isJsonObject(diagnostics) ? diagnostics["previous_message_id"] : null;
  const compared = isJsonObject(options) ? options["comparison_response_id"] : null;
  return typeof previous === "string" || typeof compared === "string";
}
