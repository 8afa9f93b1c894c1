import { decodeSegment } from "../../../kernel/text/decode-segment.ts";
import { chatAnswer } from "./recorded-answer.ts";
import { isJsonObject } from "../../../kernel/json.ts";
import { parseLayout } from "../parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { callId } from "../../../mock/call-id.ts";
import type { PromptRequest, MockWire, Reading, WireRequest } from "../../../mock/mock-wire.ts";
import { modelList, modelNamed } from "../../../mock/openai/model-list.ts";
import { openaiErrors } from "../../../mock/openai/openai-error.ts";
import { type OpenAiBody, readOpenAiRequest } from "../../../mock/openai/read-openai-request.ts";
import { providerOnWire } from "../../../mock/provider-on-wire.ts";
import { findMisshapen, findUnknownModel, rejectRequest } from "./refusals.ts";
import { renderChunks, renderCompletion } from "./render-completion.ts";

/**
 * Chat Completions, as OpenAI and many others serve it, each below a path of its own that ends the same. Also the voice in
 * which an unknown path is refused, since most clients without a path of their own speak this wire.
 */
export const openaiChat: MockWire = {
  name: "openai-chat",
  recognises: ({ path }) => ENDPOINT.test(path),
  read: (request, before) => {
    const models = request.method === "GET" ? MODELS.exec(request.path) : null;
    if (models !== null) return readModels(models.groups?.["model"]);
    if (request.method !== "POST" || !ENDPOINT.test(request.path)) return { kind: "elsewhere" };
    const read = readOpenAiRequest(request);
    if ("status" in read) return { kind: "refused", rejection: read };
    return readCompletion(read, request, before);
  },
  recorded: chatAnswer,
  errors: openaiErrors,
  headers: (requestId) => [["x-request-id", requestId]],
};

/** A version said twice is a base URL gone wrong, which no provider serves. */
const ENDPOINT = /^(?!.*\/v\d+\/v\d+\/)(?:\/[\w.~-]+)*\/chat\/completions(?:\?|$)/;
const MODELS = /^(?:\/(?!models\b)[\w.~-]+)*\/models(?:\/(?<model>[^?]+))?(?:\?|$)/;

/** The list, or what one of it is called; of models that OpenAI does not have, only vendors' own names are asked. */
function readModels(escaped: string | undefined): Reading {
  if (escaped === undefined) return { kind: "document", value: modelList() };
  const id = decodeSegment(escaped);
  if (id === null) return { kind: "elsewhere" };
  const unknown = providerOnWire("openai-chat", id) === "openai" ? findUnknownModel({ model: id }, null) : null;
  return unknown === null ? { kind: "document", value: modelNamed(id) } : { kind: "refused", rejection: unknown };
}

function readCompletion(read: OpenAiBody, request: WireRequest, before: Layout | null): Reading {
  const rejection = findMisshapen(read.body, null);
  return rejection === null ? promptRequestOf(read, request, before) : { kind: "refused", rejection };
}

function promptRequestOf(
  { body, model, streams }: OpenAiBody,
  request: WireRequest,
  before: Layout | null,
): PromptRequest {
  const layout = parseLayout(request.body, before ?? undefined);
  const provider = providerOnWire("openai-chat", model, request);
  const options = body["stream_options"];
  const asksForUsage = isJsonObject(options) && options["include_usage"] === true;
  return {
    kind: "asked",
    wants: "answer",
    layout,
    model,
    provider,
    findFault: (rules) => rejectRequest(body, { layout, rules, provider, model }),
    render: (answer) =>
      streams ? renderChunks(answer, { provider, asksForUsage }) : renderCompletion(answer, provider),
    renderCount: (tokens) => ({ input_tokens: tokens }),
    callMarks: (answer, index) => [callId("call", answer, index)],
  };
}
