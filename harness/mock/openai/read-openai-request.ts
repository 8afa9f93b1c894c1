import { type Refusal, badRequest } from "../../providers/refusal.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { WireRequest } from "../mock-wire.ts";
import { headerOf, parseJsonBody, stringOf } from "../parse-json-body.ts";

/** The body of a request to OpenAI or to who speaks like it, its model and whether it streams. */
export type OpenAiBody = { readonly body: JsonObject; readonly model: string; readonly streams: boolean };

/** The first checks of every endpoint: a key, JSON, a model. Wording: platform.openai.com, Error codes. */
export function readOpenAiRequest({ headers, body }: WireRequest): OpenAiBody | Refusal {
  if (headerOf(headers, "authorization") === "" && headerOf(headers, "api-key") === "") {
    const message = "You didn't provide an API key. You need to provide your API key in an Authorization header.";
    return { status: 401, type: "invalid_request_error", message, param: null, code: null };
  }
  const parsed = parseJsonBody(body);
  if (parsed === null) return badRequest("We could not parse the JSON body of your request.");
  const model = stringOf(parsed["model"]);
  if (model === null || model === "") return badRequest("you must provide a model parameter");
  return { body: parsed, model, streams: parsed["stream"] === true };
}
