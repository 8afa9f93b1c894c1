import { anthropicAnswer } from "./recorded-answer.ts";
import { parseLayout } from "../parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { callId } from "../../../mock/call-id.ts";
import type { PromptRequest, MockWire, Reading, WireRequest } from "../../../mock/mock-wire.ts";
import { providerOnWire } from "../../../mock/provider-on-wire.ts";
import { wholeDocument } from "../../../mock/rendering.ts";
import type { MessagesRequest } from "./messages-request.ts";
import { parseRequest, type Posted } from "./parse-request.ts";
import { errorBody, errorOfStatus } from "./provider-error.ts";
import { findUnknownModel, rejectRequest } from "./refusals.ts";
import { rejectEnvelope } from "./reject-envelope.ts";
import { contentOf, renderEvents, renderMessage } from "./render-answer.ts";
import { rejectVertex, type VertexCall, vertexCall } from "./vertex-call.ts";

/** Anthropic's Messages: `/v1/messages`, `/v1/messages/count_tokens`, `/v1/models`. Others serve it below a path of theirs, Vertex below one that names the model. */
export const anthropicMessages: MockWire = {
  name: "anthropic-messages",
  recognises: ({ path }) => ENDPOINT.test(path) || vertexCall(path) !== null,
  read: (request, before) => {
    const call = vertexCall(request.path);
    if (call !== null) return readVertex(request, call, before);
    const endpoint = ENDPOINT.exec(request.path)?.groups?.["endpoint"];
    const models = request.method === "GET" ? MODELS.exec(request.path) : null;
    if (models !== null) return readModels(models.groups?.["model"]);
    if (endpoint === undefined || request.method !== "POST") return { kind: "elsewhere" };
    return readMessages(request, { counts: endpoint.endsWith("count_tokens"), before });
  },
  recorded: anthropicAnswer,
  errors: {
    usual: (status) => ({ status, ...errorOfStatus(status) }),
    body: errorBody,
    headers: () => [],
  },
  headers: (requestId) => [["request-id", requestId]],
};

const ENDPOINT =
  /^(?:\/anthropic|\/apps\/anthropic|\/api\/anthropic)?\/v1\/(?<endpoint>messages(?:\/count_tokens)?)(?:\?|$)/;
const MODELS = /^\/v1\/models(?:\/(?<model>[^/?]+))?(?:\?|$)/;

function readModels(id: string | undefined): Reading {
  if (id === undefined) return { kind: "document", value: modelList() };
  const unknown = findUnknownModel({ model: id }, null);
  return unknown === null ? { kind: "document", value: modelNamed(id) } : { kind: "refused", rejection: unknown };
}

function readMessages(
  request: WireRequest,
  { counts, before }: { readonly counts: boolean; readonly before: Layout | null },
): Reading {
  const { headers, body } = request;
  const refused = rejectEnvelope(headers, body);
  return refused === null ? readPosted(request, { counts, before }) : { kind: "refused", rejection: refused };
}

/** Claude at Vertex: the path names the model and whether to stream, the body the version. */
function readVertex(request: WireRequest, { counts, named }: VertexCall, before: Layout | null): Reading {
  if (request.method !== "POST") return { kind: "elsewhere" };
  const refused = rejectVertex(request);
  if (refused !== null) return { kind: "refused", rejection: refused };
  return readPosted(request, { counts, before, ...(named !== null && { named }) });
}

function readPosted(
  request: WireRequest,
  {
    before,
    ...posted
  }: Omit<Posted, "headers" | "layout"> & { readonly counts: boolean; readonly before: Layout | null },
): Reading {
  const { headers, body } = request;
  const layout = layoutOrNull(body, before);
  const parsed = parseRequest(body, { headers, ...posted, layout });
  if ("status" in parsed) return { kind: "refused", rejection: parsed };
  return promptRequestOf(parsed, { layout: layout ?? parseLayout(body), counts: posted.counts, request });
}

/** A body without a layout is not a request, and is refused in the provider's words. */
function layoutOrNull(body: Buffer, before: Layout | null): Layout | null {
  try {
    return parseLayout(body, before ?? undefined);
  } catch {
    return null;
  }
}

function promptRequestOf(
  parsed: MessagesRequest,
  { layout, counts, request }: { readonly layout: Layout; readonly counts: boolean; readonly request: WireRequest },
): PromptRequest {
  return {
    kind: "asked",
    wants: counts ? "count" : parsed.body["max_tokens"] === 0 ? "warm-up" : "answer",
    layout,
    model: parsed.model,
    provider: providerOnWire("anthropic-messages", parsed.model, request),
    findFault: (rules) => rejectRequest(parsed, layout, rules),
    render: (answer) =>
      parsed.stream
        ? { contentType: "text/event-stream; charset=utf-8", pieces: renderEvents(answer) }
        : wholeDocument(renderMessage(answer)),
    content: contentOf,
    renderCount: (tokens) => ({ input_tokens: tokens }),
    callMarks: (answer, index) => [callId("toolu", answer, index)],
  };
}

/** The form of the provider's list of models; any model of the vendor is answered. */
function modelList(): unknown {
  const data = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-sonnet-4-6"].map(modelNamed);
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function modelNamed(id: string): { readonly id: string } & Readonly<Record<string, unknown>> {
  return { type: "model", id, display_name: id, created_at: "2026-01-01T00:00:00Z" };
}
