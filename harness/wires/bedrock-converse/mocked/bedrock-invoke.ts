import { type Refusal, validationError } from "../../../providers/refusal.ts";
import { isJsonObject, recordsOf } from "../../../kernel/json.ts";
import { parseLayout } from "../../anthropic-messages/parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { type MessagesRequest, parseRequest } from "../../anthropic-messages/mocked/parse-request.ts";
import { rejectRequest } from "../../anthropic-messages/mocked/reject-request.ts";
import { messageEvents, renderMessage } from "../../anthropic-messages/mocked/render-answer.ts";
import { callId } from "../../../mock/call-id.ts";
import type { Answer, Asked, MockWire, Rendering } from "../../../mock/mock-wire.ts";
import { parseJsonBody } from "../../../mock/parse-json-body.ts";
import { wholeDocument } from "../../../mock/rendering.ts";
import { bedrockConverse } from "./mock-wire.ts";
import { endpointOf, refused, rejectCaller } from "./bedrock-endpoint.ts";
import { amazonEvent } from "./render-conversation.ts";

const ENDPOINT = /^\/model\/[^/?]*claude[^/?]*\/invoke(?:-with-response-stream)?(?:\?|$)/;

/** Claude's own Messages inside Bedrock's invoke: no model and no `stream` in the body, Bedrock's way to refuse and to stream. */
export const bedrockInvoke: MockWire = {
  ...bedrockConverse,
  name: "bedrock-invoke",
  recognises: ({ path }) => ENDPOINT.test(path),
  read: (request, before) => {
    const endpoint = endpointOf(request);
    if (endpoint === null) return { kind: "elsewhere" };
    const rejection = rejectCaller(request, endpoint) ?? rejectMembers(request.body);
    if (rejection !== null) return refused(rejection);
    const named = { model: endpoint.model, stream: endpoint.operation.endsWith("-stream") };
    const parsed = parseRequest(request.body, { headers: request.headers, named });
    if ("status" in parsed) return refused(validationError(parsed.message));
    return askedOf(parsed, parseLayout(request.body, before ?? undefined));
  },
};

/** The version is the body's own here, and what the path says must not stand in it; nor may the automatic mark. */
function rejectMembers(bytes: Buffer): Refusal | null {
  const body = parseJsonBody(bytes);
  if (body === null) return validationError("The request body is not valid JSON.");
  if (typeof body["anthropic_version"] !== "string") return validationError("anthropic_version: Field required");
  const extra = ["model", "stream", "cache_control"].find((name) => body[name] !== undefined);
  return extra === undefined ? null : validationError(`${extra}: Extra inputs are not permitted`);
}

/** Bedrock fetches nothing: a picture brings its bytes (recorded). */
function rejectAddresses({ body }: MessagesRequest): Refusal | null {
  for (const [index, { content }] of recordsOf(body["messages"]).entries()) {
    const at = recordsOf(content).findIndex(({ source }) => isJsonObject(source) && source["type"] === "url");
    if (at === -1) continue;
    const kind = String(recordsOf(content)[at]?.["type"]);
    return validationError(`messages.${index}.content.${at}.${kind}.source.base64.data: URL sources are not supported`);
  }
  return null;
}

function askedOf(parsed: MessagesRequest, layout: Layout): Asked {
  return {
    kind: "asked",
    wants: parsed.maxTokens === 0 ? "warm-up" : "answer",
    layout,
    model: parsed.model,
    provider: "bedrock",
    findFault: (rules) => {
      const fault = rejectRequest(parsed, layout, rules);
      return fault === null ? rejectAddresses(parsed) : validationError(fault.message);
    },
    render: (answer) => (parsed.stream ? renderChunks(answer) : wholeDocument(renderMessage(answer))),
    renderCount: (tokens) => ({ inputTokens: tokens }),
    callMarks: (answer, index) => [callId("toolu", answer, index)],
  };
}

/** Each event of a Messages stream in a message of its own, in Base64. */
function renderChunks(answer: Answer): Rendering {
  const pieces = messageEvents(answer).map((event) =>
    amazonEvent("chunk", { bytes: Buffer.from(JSON.stringify(event)).toString("base64") }),
  );
  return { contentType: "application/vnd.amazon.eventstream", pieces };
}
