import { type Refusal, badRequest } from "../../../providers/refusal.ts";
import { providerNamed } from "../../../providers/list.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { AskedOfOpenAi } from "../../../mock/openai/asked-of-openai.ts";
import { checkAutomaticCache } from "../../../mock/openai/check-cache-words.ts";
import { checkParameters } from "../../../mock/openai/check-parameters.ts";
import { checkChoice, checkFunctions, checkTypes, unknownValue, wrongType } from "../../../mock/openai/check-shapes.ts";
import { checkImages } from "../../../mock/openai/check-images.ts";
import { checkKnownModel } from "../../../mock/openai/known-model.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/** That there is a list of messages. */
export function checkMessages(messages: unknown): Refusal | null {
  if (messages === undefined) {
    return badRequest("Missing required parameter: 'messages'.", "messages", "missing_required_parameter");
  }
  if (!Array.isArray(messages)) {
    return badRequest("Invalid type for 'messages': expected an array of objects.", "messages", "invalid_type");
  }
  const strange = messages.findIndex((message) => !isJsonObject(message));
  if (strange !== -1) {
    return badRequest(
      `Invalid type for 'messages[${strange}]': expected an object.`,
      `messages[${strange}]`,
      "invalid_type",
    );
  }
  if (messages.length > 0) return null;
  const message =
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  return badRequest(message, "messages", "empty_array");
}

/**
 * A provider's refusals of a well-formed request; the first fault only. Wording: harness/providers/FACTS.md#openai-refusals and
 * harness/providers/FACTS.md#deepseek.
 */
export function checkChat(body: JsonObject, { layout, rules, provider, model }: AskedOfOpenAi): Refusal | null {
  const messages = recordsOf(body["messages"]);
  const isOpenAi = provider === "openai";
  const vendor = providerNamed(provider);
  return (
    (isOpenAi ? checkOpenAi(body, messages, model) : (vendor?.refuse?.({ body, model, layout }) ?? null)) ??
    checkRoles(messages) ??
    checkCalls(messages, vendor?.refuseOpenCall?.["openai-chat"]) ??
    checkContent(messages) ??
    (isOpenAi ? (checkParameters(body, layout, rules) ?? checkTools(body)) : null) ??
    (vendor?.checksCacheOptions === true ? checkAutomaticCache(body, layout, rules) : null)
  );
}

/** Members that OpenAI knows on this wire (openai 7.57.0); others pass over what they do not know. */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    "audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata modalities " +
    "model moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention " +
    "reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature tool_choice tools " +
    "top_logprobs top_p user verbosity web_search_options"
  ).split(" "),
);

const PARTS = ["text", "image_url", "input_audio", "refusal", "file"];

function checkOpenAi(body: JsonObject, messages: readonly JsonObject[], model: string): Refusal | null {
  const unknown = checkKnownModel(model, "chat");
  if (unknown !== null) return unknown;
  const strange = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (strange !== undefined) return badRequest(`Unrecognized request argument supplied: ${strange}`);
  return (
    checkTypes(body) ??
    checkFunctions(body["tools"], "chat") ??
    checkChoice(body["tool_choice"]) ??
    checkParts(messages) ??
    checkImages(messages) ??
    checkOfModel(body, messages, model)
  );
}

/**
 * Members that only some models take (recorded): o1's first releases refuse instructions, and only models made for it take a
 * search.
 */
function checkOfModel(body: JsonObject, messages: readonly JsonObject[], model: string): Refusal | null {
  const instructed = messages.findIndex(({ role }) => role === "system" || role === "developer");
  if (/^o1-(?:mini|preview)/.test(model) && instructed !== -1) {
    const param = `messages[${instructed}].role`;
    const role = String(messages[instructed]?.["role"]);
    return badRequest(
      `Unsupported value: '${param}' does not support '${role}' with this model.`,
      param,
      "unsupported_value",
    );
  }
  if (body["web_search_options"] === undefined || body["web_search_options"] === null || /-search/.test(model))
    return null;
  return badRequest("Web search options not supported with this model.", "web_search_options");
}

function checkParts(messages: readonly JsonObject[]): Refusal | null {
  for (const [index, { content }] of messages.entries()) {
    const place = `messages[${index}].content`;
    if (content === undefined || content === null || typeof content === "string") continue;
    if (!Array.isArray(content)) return wrongType(place, "one of a string or array of objects", content);
    for (const [at, part] of content.entries()) {
      if (!isJsonObject(part)) return wrongType(`${place}[${at}]`, "an object", part);
      if (!PARTS.some((each) => each === part["type"]))
        return unknownValue(`${place}[${at}].type`, part["type"], PARTS);
    }
  }
  return null;
}

const ROLES = ["system", "assistant", "user", "function", "tool", "developer"];

function checkRoles(messages: readonly JsonObject[]): Refusal | null {
  const strange = messages.findIndex(({ role }) => !ROLES.includes(stringOf(role) ?? ""));
  if (strange === -1) return null;
  const param = `messages[${strange}].role`;
  const role = stringOf(messages[strange]?.["role"]);
  if (role === null) return badRequest(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
  const values = "'system', 'assistant', 'user', 'function', 'tool', and 'developer'";
  return badRequest(`Invalid value: '${role}'. Supported values are: ${values}.`, param, "invalid_value");
}

/** The tool messages right behind an assistant's calls must answer each of them, and must not be elsewhere. */
function checkCalls(messages: readonly JsonObject[], refuseOpen: RefuseOpen | undefined): Refusal | null {
  let caller = 0;
  let open: Set<string> | null = null;
  for (const [index, message] of [...messages, {}].entries()) {
    if (message["role"] === "tool") {
      const fault = checkAnswer(stringOf(message["tool_call_id"]) ?? "", open, index);
      if (fault !== null) return fault;
      open?.delete(stringOf(message["tool_call_id"]) ?? "");
      continue;
    }
    if (open !== null && open.size > 0) return unanswered([...open], caller, refuseOpen);
    const calls = recordsOf(message["tool_calls"]).map(({ id }) => stringOf(id) ?? "");
    open = calls.length > 0 ? new Set(calls) : null;
    caller = index;
  }
  return null;
}

function checkAnswer(id: string, open: ReadonlySet<string> | null, index: number): Refusal | null {
  if (open === null) {
    const message = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
    return badRequest(`Invalid parameter: ${message}`, `messages.[${index}].role`);
  }
  if (open.has(id)) return null;
  const message = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`;
  return badRequest(message, `messages.[${index}].tool_call_id`);
}

type RefuseOpen = (id: string) => Refusal;

function unanswered(ids: readonly string[], caller: number, refuseOpen: RefuseOpen | undefined): Refusal {
  if (refuseOpen !== undefined) return refuseOpen(ids[0] ?? "");
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
  const which = `The following tool_call_ids did not have response messages: ${ids.join(", ")}`;
  return badRequest(`${rule} ${which}`, `messages.[${caller}].role`);
}

/** An answer may be null where it makes calls; everybody else must say something. */
function checkContent(messages: readonly JsonObject[]): Refusal | null {
  const empty = messages.findIndex(
    ({ role, content, tool_calls, function_call }) =>
      (content === null || content === undefined) &&
      !(role === "assistant" && (tool_calls !== undefined || function_call !== undefined)),
  );
  if (empty === -1) return null;
  return badRequest("Invalid value for 'content': expected a string, got null.", `messages.[${empty}].content`);
}

function checkTools(body: JsonObject): Refusal | null {
  if (Array.isArray(body["tools"])) return null;
  const alone = ["tool_choice", "parallel_tool_calls"].find((name) => body[name] !== undefined && body[name] !== null);
  if (alone === undefined || body[alone] === "none") return null;
  return badRequest(`Invalid value for '${alone}': '${alone}' is only allowed when 'tools' are specified.`, alone);
}
