import { decodeSegment } from "../../../kernel/text/decode-segment.ts";
import { geminiAnswer } from "./recorded-answer.ts";
import { type Refusal, invalidArgument } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import { parseLayout } from "../parse-layout.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { callId } from "../../../mock/call-id.ts";
import type { PromptRequest, MockWire, Reading, WireRequest } from "../../../mock/mock-wire.ts";
import { headerOf, parseJsonBody } from "../../../mock/parse-json-body.ts";
import { workspaceOf } from "../../../mock/workspace-of.ts";
import { ASKING, codeAssistCall, isCodeAssist, loginDocument, unwrap } from "./code-assist.ts";
import { geminiErrors } from "./gemini-error.ts";
import { findUnknownModel, rejectRequest } from "./refusals.ts";
import { readResourceCall, RESOURCE } from "./read-resource-call.ts";
import { renderAnswer, renderArray, renderStream, signatureOf } from "./render-answer.ts";

/**
 * Gemini's generateContent, streamed and not, countTokens, cachedContents and the list of models. The path names the model. Also Code Assist,
 * where clients lead after a login with Google.
 */
export const geminiGenerate: MockWire = {
  name: "gemini-generate",
  recognises: ({ path }) => ENDPOINT.test(path) || COLLECTION.test(path) || isCodeAssist(path),
  read: (request, before) => {
    if (isCodeAssist(request.path)) return readCodeAssist(request, before);
    const models = request.method === "GET" ? MODELS.exec(request.path) : null;
    if (models !== null) return readModels(models.groups?.["model"]);
    if (RESOURCE.test(request.path)) return readResource(request);
    const { model, method, query } = ENDPOINT.exec(request.path)?.groups ?? {};
    const named = decodeSegment(model ?? "");
    if (request.method !== "POST" || model === undefined || named === null) return { kind: "elsewhere" };
    const place = { model: named, method: method ?? "", query: query ?? "" };
    return readGenerate(request, place, before);
  },
  recorded: geminiAnswer,
  errors: geminiErrors,
  headers: () => [],
};

const ENDPOINT =
  /\/models\/(?<model>[^/:?]+):(?<method>generateContent|streamGenerateContent|countTokens)(?:\?(?<query>.*))?$/;
const COLLECTION = /^\/v1(?:alpha|beta\d*)\/(?:models|cachedContents)\b/;

const MODELS = /\/models(?:\/(?<model>[^/?:]+))?(?:\?|$)/;

function readModels(name: string | undefined): Reading {
  if (name === undefined) return { kind: "document", value: modelList() };
  const unknown = findUnknownModel({ model: name }, null);
  return unknown === null ? { kind: "document", value: modelNamed(name) } : { kind: "refused", rejection: unknown };
}

type Place = { readonly model: string; readonly method: string; readonly query: string };

function readGenerate(request: WireRequest, place: Place, before: Layout | null): Reading {
  const refuse = (rejection: Refusal): Reading => ({ kind: "refused", rejection });
  const key = keyOf(request, place.query);
  if (key === "") return refuse(UNREGISTERED);
  const unknown = findUnknownModel({ model: place.model }, null);
  if (unknown !== null) return refuse(unknown);
  const body = parseJsonBody(request.body);
  if (body === null) return refuse(invalidArgument("Invalid JSON payload received."));
  const project = projectOf(request, key);
  const counted = place.method === "countTokens" ? body["generateContentRequest"] : undefined;
  return isJsonObject(counted)
    ? promptRequestOf(counted, { ...place, project }, parseLayout(Buffer.from(JSON.stringify(counted))))
    : promptRequestOf(body, { ...place, project }, parseLayout(request.body, before ?? undefined));
}

/** A request that Code Assist wraps, with the model next to it, or a call that only a login makes. */
function readCodeAssist(request: WireRequest, before: Layout | null): Reading {
  if (request.method !== "POST" && request.method !== "GET") return { kind: "elsewhere" };
  const key = keyOf(request, "");
  if (key === "") return { kind: "refused", rejection: UNREGISTERED };
  const { method, query } = codeAssistCall(request.path);
  if (!ASKING.test(method)) return { kind: "document", value: loginDocument(method) };
  const wrapped = unwrap(parseJsonBody(request.body));
  if (wrapped === null) return { kind: "refused", rejection: invalidArgument("Invalid JSON payload received.") };
  const { model, body } = wrapped;
  const unknown = findUnknownModel({ model }, null);
  if (unknown !== null) return { kind: "refused", rejection: unknown };
  const place = { model, method, query, project: projectOf(request, key) };
  return promptRequestOf(body, { ...place, isWrapped: true }, parseLayout(request.body, before ?? undefined));
}

function promptRequestOf(
  body: JsonObject,
  {
    model,
    method,
    query,
    project,
    isWrapped = false,
  }: Place & { readonly project: string; readonly isWrapped?: boolean },
  layout: Layout,
): PromptRequest {
  const options = { showsThoughts: showsThoughts(body), namesCalls: !/^gemini-(?:1|2)\b/.test(model), isWrapped };
  const isEvents = new URLSearchParams(query).get("alt") === "sse";
  return {
    kind: "asked",
    wants: method === "countTokens" ? "count" : "answer",
    layout,
    model,
    provider: "gemini",
    project,
    findFault: () => rejectRequest(body),
    render: (answer) => {
      if (method !== "streamGenerateContent") return renderAnswer(answer, options);
      return isEvents ? renderStream(answer, options) : renderArray(answer, options);
    },
    renderCount: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }] }),
    callMarks: (answer, index) => [
      ...(options.namesCalls ? [callId("fc", answer, index)] : []),
      signatureOf(answer, index),
    ],
  };
}

function readResource(request: WireRequest): Reading {
  const key = keyOf(request, request.path.split("?")[1] ?? "");
  if (key === "") return { kind: "refused", rejection: UNREGISTERED };
  const call = readResourceCall(request);
  return call === null ? { kind: "elsewhere" } : { kind: "resource", call, project: projectOf(request, key) };
}

/**
 * The scope of the resources that a request may see: its workspace's, by any of its keys; a key without a workspace sees only the
 * resources that were made with itself.
 */
function projectOf(request: WireRequest, key: string): string {
  const workspace = workspaceOf(request);
  return workspace === null ? `key ${key}` : `workspace ${workspace}`;
}

/** The caller; empty if it is not named. */
function keyOf({ headers }: WireRequest, query: string): string {
  const inHeaders = headerOf(headers, "x-goog-api-key") || headerOf(headers, "authorization");
  return inHeaders || (new URLSearchParams(query).get("key") ?? "");
}

const UNREGISTERED = {
  status: 403,
  type: "PERMISSION_DENIED",
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
};

/** Thoughts are counted always and shown to who asks for them. */
function showsThoughts(body: JsonObject): boolean {
  const generation = body["generationConfig"];
  const thinking = isJsonObject(generation) ? generation["thinkingConfig"] : null;
  return isJsonObject(thinking) && thinking["includeThoughts"] === true;
}

function modelList(): unknown {
  const names = ["gemini-3.6-flash", "gemini-3.1-pro", "gemini-2.5-pro", "gemini-2.5-flash"];
  return { models: names.map(modelNamed) };
}

function modelNamed(name: string): unknown {
  return { name: `models/${name}`, version: "001", supportedGenerationMethods: ["generateContent", "countTokens"] };
}
