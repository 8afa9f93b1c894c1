import { converseAnswer } from "./recorded-answer.ts";
import { validationError } from "../../../providers/refusal.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { parseLayout } from "../parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { callId } from "../../../mock/call-id.ts";
import type { PromptRequest, MockWire } from "../../../mock/mock-wire.ts";
import { parseJsonBody } from "../../../mock/parse-json-body.ts";
import { bedrockErrors } from "./bedrock-error.ts";
import { endpointOf, refused, rejectCaller } from "./bedrock-endpoint.ts";
import { rejectRequest } from "./refusals.ts";
import { renderConversation, renderEvents } from "./render-conversation.ts";

/** Bedrock's Converse, whole and in Amazon's binary event stream. The path names the model. */
export const bedrockConverse: MockWire = {
  name: "bedrock-converse",
  recognises: ({ path }) => /^\/model\/[^/?]+\/[a-z-]+(?:\?|$)/.test(path),
  read: (request, before) => {
    const endpoint = endpointOf(request);
    if (endpoint === null || !/^converse(?:-stream)?$/.test(endpoint.operation)) return { kind: "elsewhere" };
    const rejection = rejectCaller(request, endpoint);
    if (rejection !== null) return refused(rejection);
    const body = parseJsonBody(request.body);
    if (body === null) return refused(validationError("The request body is not valid JSON."));
    const { model, operation } = endpoint;
    return promptRequestOf(body, parseLayout(request.body, before ?? undefined), {
      model,
      streams: operation.endsWith("-stream"),
    });
  },
  recorded: converseAnswer,
  errors: bedrockErrors,
  headers: (requestId) => [["x-amzn-requestid", requestId]],
};

function promptRequestOf(
  body: JsonObject,
  layout: Layout,
  { model, streams }: { readonly model: string; readonly streams: boolean },
): PromptRequest {
  return {
    kind: "asked",
    wants: "answer",
    layout,
    model,
    provider: "bedrock",
    findFault: (rules) => rejectRequest(body, layout, rules),
    render: (answer) => (streams ? renderEvents(answer) : renderConversation(answer)),
    renderCount: (tokens) => ({ inputTokens: tokens }),
    callMarks: (answer, index) => [callId("tooluse", answer, index)],
  };
}
