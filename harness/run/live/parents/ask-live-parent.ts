import { responseDocuments } from "../../../wires/shared/usage/response-documents.ts";
import type { Exchange, RecordedResponse } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { serveLoopback } from "../../../mock/serve/via-loopback.ts";
import type { ParentReplay } from "../../fork/parent/parent-replay.ts";
import { sendParent } from "../../fork/parent/send-parent.ts";
import type { LiveEndpoint } from "../live-endpoint.ts";
import { type LiveExchange, LiveProvider, STAND_IN } from "../live-provider.ts";
import type { Budget } from "../budget.ts";

/**
 * Sends a parent's request to the real provider and waits for its answer.
 *
 * @throws HarnessError HX313 where the provider does not answer, HX314 where the request could exceed the limit
 */
export async function askLiveParent(
  replay: ParentReplay,
  endpoint: LiveEndpoint,
  spending: Budget,
): Promise<{ readonly sent: LiveExchange; readonly body: Buffer }> {
  const provider = new LiveProvider(endpoint, spending, null);
  await using server = await serveLoopback(provider.on("parent"));
  try {
    await sendParent(replay, { baseUrl: server.baseUrl, apiKey: STAND_IN });
  } catch (fault) {
    // A response that was cut on the way from the provider is cut for the client, too.
    if (!(fault instanceof HarnessError) && provider.faultOf("parent") === null) throw fault;
  }
  const sent = provider.exchanges().at(-1);
  const response = sent?.exchange.response ?? null;
  if (sent === undefined || provider.faultOf("parent") !== null || !isAnswer(response)) {
    throw unanswered(replay.parent, provider);
  }
  return { sent, body: response.body };
}

function isAnswer(response: RecordedResponse | null): response is RecordedResponse {
  return response !== null && response.status === 200 && responseDocuments(response, "").length > 0;
}

function unanswered({ id }: Exchange, provider: LiveProvider): HarnessError {
  const refusal = provider.refusal();
  const response = provider.exchanges().at(-1)?.exchange.response ?? null;
  const said = provider.faultOf("parent") ?? (response === null ? "nothing came" : describeResponse(response));
  return new HarnessError({
    code: refusal === null ? "HX313" : "HX314",
    what: refusal ?? `the provider does not answer the parent's request: ${said}`,
    where: `parent exchange ${id}`,
    fix:
      refusal === null
        ? "see what it says, and whether base URL and key are right; try again later where it is busy"
        : "raise --max-cost, choose a shorter parent, or one whose request bounds its answer",
    exit: refusal === null ? 3 : 2,
  });
}

function describeResponse({ status, contentType, body }: RecordedResponse): string {
  const text = body.toString().slice(0, 2000);
  return status === 200
    ? `the response is not an answer, but ${contentType ?? "of no content type"}: ${text.slice(0, 200)}`
    : `status ${status}: ${text}`;
}
