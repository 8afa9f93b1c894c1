import { type Refusal, validationError } from "../../../providers/refusal.ts";
import { isJsonObject, recordAt } from "../../../kernel/json.ts";
import { parseLayout } from "../../anthropic-messages/parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import type { MessagesRequest } from "../../anthropic-messages/mocked/messages-request.ts";
import { parseRequest } from "../../anthropic-messages/mocked/parse-request.ts";
import { messagesStyle, rejectRequest } from "../../anthropic-messages/mocked/refusals.ts";
import { type RefusalTable, refusalsOf } from "../../../providers/refusals/find-refusal.ts";
import { lacks } from "../../../providers/refusals/row.ts";
import { messageEvents, renderMessage } from "../../anthropic-messages/mocked/render-answer.ts";
import { callId } from "../../../mock/call-id.ts";
import type { Answer, PromptRequest, MockWire, Rendering } from "../../../mock/mock-wire.ts";
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
    if ("status" in parsed) return refused(worded(parsed));
    return promptRequestOf(parsed, parseLayout(request.body, before ?? undefined));
  },
};

const style = { ...messagesStyle, usual: validationError("The provided request is not valid.") };
const INVOKE = "[D] Bedrock user guide, Claude Messages";

/** The version is the body's own here, and what the path says must not stand in it; nor may the automatic breakpoint. */
export const invokeTable: RefusalTable<unknown> = {
  ...style,
  stages: [
    {
      rows: [
        { path: "anthropic_version", test: lacks("string"), source: INVOKE },
        ...["model", "stream", "cache_control"].map((path) => ({
          path,
          test: (value: unknown) => value !== undefined,
          words: "{place}: Extra inputs are not permitted",
          source: INVOKE,
        })),
      ],
    },
  ],
};

/** Bedrock fetches nothing: a picture brings its bytes. */
export const addressTable: RefusalTable<unknown> = {
  ...style,
  stages: [
    {
      rows: [
        {
          path: "messages[*].content[*]",
          test: (block) =>
            isJsonObject(block) && recordAt(block, "source")["type"] === "url" ? { kind: String(block["type"]) } : null,
          words: "{place}.{kind}.source.base64.data: URL sources are not supported",
          source: "[O] recorded errors",
        },
      ],
    },
  ],
};

const findMember = refusalsOf(invokeTable);
const findAddress = refusalsOf(addressTable);

function rejectMembers(bytes: Buffer): Refusal | null {
  const body = parseJsonBody(bytes);
  return body === null ? validationError("The request body is not valid JSON.") : findMember(body, null);
}

/** Bedrock's error in Anthropic's words. */
function worded({ message, row }: Refusal): Refusal {
  return { ...validationError(message), ...(row !== undefined && { row }) };
}

function promptRequestOf(parsed: MessagesRequest, layout: Layout): PromptRequest {
  return {
    kind: "asked",
    wants: parsed.body["max_tokens"] === 0 ? "warm-up" : "answer",
    layout,
    model: parsed.model,
    provider: "bedrock",
    findFault: (rules) => {
      const fault = rejectRequest(parsed, layout, rules);
      return fault === null ? findAddress(parsed.body, null) : worded(fault);
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
