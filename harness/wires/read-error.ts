import { type JsonObject, isJsonObject, recordAt } from "../kernel/json.ts";
import type { ProviderError } from "../kernel/faults/provider-error.ts";
import { eventStreamPayloads } from "./shared/usage/event-stream-payloads.ts";
import { type ResponseBody, responseDocuments } from "./shared/usage/response-documents.ts";

/** A response as it was recorded, with its status. */
export type ResponseWithStatus = ResponseBody & { readonly status: number };

/**
 * The error in the response's own words; null for an answer. All wire formats except Bedrock's put it under `error`: Anthropic
 * and OpenAI with a `type` (an event of a stream may be one too), Gemini with a `status`; Responses reports a failure in the
 * middle of a stream under `response`. A status of 400 or more without such a body is an error without words.
 * Sources: harness/providers/FACTS.md#anthropic-usage and harness/providers/FACTS.md#openai-refusals; Bedrock: Converse API
 * reference, Errors.
 */
export function readError(response: ResponseWithStatus): ProviderError | null {
  const { status } = response;
  const told = documentsOf(response).flatMap(errorsIn).at(-1);
  if (told !== undefined) return { status, ...told };
  return status >= 400 ? { status, type: null, message: null } : null;
}

function documentsOf({ contentType, body, status }: ResponseWithStatus): readonly JsonObject[] {
  const isBinary = contentType?.includes("amazon.eventstream") === true;
  const bodies = isBinary ? eventStreamPayloads(body) : [body];
  const read = isBinary ? "application/json" : contentType;
  // Without a word to look for, an error's body is read whole: it is short.
  const word = status >= 400 ? "" : '"error"';
  return bodies.flatMap((each) => responseDocuments({ contentType: read, body: each }, word));
}

type ErrorDetails = Omit<ProviderError, "status">;

function errorsIn(document: JsonObject): readonly ErrorDetails[] {
  const failed = [document, recordAt(document, "response")]
    .map(({ error }) => error)
    .find((error) => isJsonObject(error));
  if (failed !== undefined) return [tell(failed, ["type", "status", "code"])];
  if (document["type"] === "error") return [tell(document, ["code", "type"])];
  // The message alone: Bedrock under `message`, xAI and Venice as `error`, Mistral and the Codex backend as `detail`.
  const message = ["message", "error", "detail"].map((name) => document[name]).find((text) => typeof text === "string");
  return message === undefined ? [] : [tell({ ...document, message }, ["__type", "code", "type"])];
}

function tell(error: JsonObject, types: readonly string[]): ErrorDetails {
  const type = types.map((name) => error[name]).find((value) => typeof value === "string" && value !== "");
  const { message } = error;
  return {
    type: typeof type === "string" ? type : null,
    message: typeof message === "string" ? message : null,
  };
}
