import { responsesAnswer } from "./recorded-answer.ts";
import { parseLayout } from "../parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { callId } from "../../../mock/call-id.ts";
import type { Answer, PromptRequest, MockWire, Reading, WireRequest } from "../../../mock/mock-wire.ts";
import { openaiErrors } from "../../../mock/openai/openai-error.ts";
import { type OpenAiBody, readOpenAiRequest } from "../../../mock/openai/read-openai-request.ts";
import { providerOnWire } from "../../../mock/provider-on-wire.ts";
import { findMisshapen, rejectRequest } from "./refusals.ts";
import { declaredTools } from "./declared-tools.ts";
import { renderEvents, renderResponse } from "./render-response.ts";

/**
 * OpenAI's Responses over HTTP, `/v1/responses` and `/v1/responses/input_tokens`, for OpenAI and the other providers that serve
 * them.
 */
export const openaiResponses: MockWire = {
  name: "openai-responses",
  recognises: ({ path }) => ENDPOINT.test(path),
  read: (request, before) => {
    const found = ENDPOINT.exec(request.path);
    if (request.method !== "POST" || found === null) return { kind: "elsewhere" };
    const read = readOpenAiRequest(request);
    if ("status" in read) return { kind: "refused", rejection: read };
    return readResponses(read, {
      request,
      counts: found.groups?.["counts"] !== undefined,
      before,
    });
  },
  recorded: responsesAnswer,
  errors: openaiErrors,
  headers: (requestId) => [["x-request-id", requestId]],
};

/** A version said twice is a base URL gone wrong, which no provider serves. */
const ENDPOINT = /^(?!.*\/v\d+\/v\d+\/)(?:\/[\w.~-]+)*\/responses(?<counts>\/input_tokens)?(?:\?|$)/;

type Sent = { readonly request: WireRequest; readonly counts: boolean; readonly before: Layout | null };

function readResponses(read: OpenAiBody, sent: Sent): Reading {
  const rejection = findMisshapen(read.body, null);
  return rejection === null ? promptRequestOf(read, sent) : { kind: "refused", rejection };
}

function promptRequestOf({ body, model, streams }: OpenAiBody, { request, counts, before }: Sent): PromptRequest {
  const layout = parseLayout(request.body, before ?? undefined);
  const provider = providerOnWire("openai-responses", model, request);
  return {
    kind: "asked",
    // A request that wants nothing generated fills the cache (recorded of Codex over WebSocket).
    wants: counts ? "count" : body["generate"] === false ? "warm-up" : "answer",
    layout,
    model,
    provider,
    findFault: (rules) => rejectRequest(body, { layout, rules, provider, model }),
    render: (answer) => {
      const asked = { body, tools: declaredTools(body), provider };
      const told = body["generate"] === false ? completed(answer) : answer;
      return streams ? renderEvents(told, asked) : renderResponse(told, asked);
    },
    renderCount: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
    callMarks: (answer, index) => [callId("call", answer, index)],
  };
}

/** A warm-up is reported as completed (recorded), not as cut off at 0 tokens. */
function completed({ message, ...answer }: Answer): Answer {
  return { ...answer, message: { ...message, stopReason: "end_turn" } };
}
