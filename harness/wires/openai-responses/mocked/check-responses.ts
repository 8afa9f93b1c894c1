import { type Refusal, badRequest } from "../../../providers/refusal.ts";
import { providerNamed } from "../../../providers/list.ts";
import type { Provider } from "../../../providers/provider.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { AskedOfOpenAi } from "../../../mock/openai/asked-of-openai.ts";
import { checkAutomaticCache } from "../../../mock/openai/check-cache-words.ts";
import { checkParameters } from "../../../mock/openai/check-parameters.ts";
import {
  checkChoice,
  checkFunctions,
  checkTypes,
  missing,
  unknownValue,
  wrongType,
} from "../../../mock/openai/check-shapes.ts";
import { checkKnownModel } from "../../../mock/openai/known-model.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/** That there is an input: a text or items. */
export function checkInput({ input, previous_response_id, prompt, generate }: JsonObject): Refusal | null {
  if (typeof input === "string" || Array.isArray(input)) return null;
  const param = "input";
  if (input !== undefined)
    return badRequest(
      "Invalid type for 'input': expected one of an array of objects or string.",
      param,
      "invalid_type",
    );
  if (previous_response_id !== undefined || prompt !== undefined || generate === false) return null;
  return badRequest("Missing required parameter: 'input'.", param, "missing_required_parameter");
}

/** A provider's refusals of a well-formed request; the first fault only. Wording: harness/providers/FACTS.md#openai-refusals. */
export function checkResponses(body: JsonObject, { layout, rules, provider, model }: AskedOfOpenAi): Refusal | null {
  const items = recordsOf(body["input"]);
  const isOpenAi = provider === "openai";
  const vendor = providerNamed(provider);
  return (
    checkChain(body) ??
    (isOpenAi
      ? (checkKnownModel(model, "responses") ?? checkOpenAi(body))
      : (vendor?.refuse?.({ body, model, layout }) ?? null)) ??
    checkPairs(items, vendor) ??
    (isOpenAi || provider === "openai-codex"
      ? (checkReasoning(items) ?? checkParameters(body, layout, rules))
      : null) ??
    (vendor?.checksCacheOptions === true ? checkAutomaticCache(body, layout, rules) : null)
  );
}

/** A request that names a known answer was put together before it came here. */
function checkChain({ previous_response_id: id }: JsonObject): Refusal | null {
  if (typeof id !== "string") return null;
  const message = `Previous response with id '${id}' not found.`;
  return badRequest(message, "previous_response_id", "previous_response_not_found");
}

/** Members that OpenAI knows in this wire format (openai 7.57.0), and those that its own clients send in addition. */
const MEMBERS: ReadonlySet<string> = new Set(
  (
    "access_programs background client_metadata context_management conversation generate image include input instructions " +
    "max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key " +
    "prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text " +
    "tool_choice tools top_logprobs top_p truncation type user"
  ).split(" "),
);

const PARTS = [
  "input_text",
  "input_image",
  "input_file",
  "input_audio",
  "output_text",
  "refusal",
  "summary_text",
].concat(["reasoning_text", "computer_screenshot", "encrypted_content"]);

function checkOpenAi(body: JsonObject): Refusal | null {
  const strange = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (strange !== undefined) return badRequest(`Unknown parameter: '${strange}'.`, strange, "unknown_parameter");
  return (
    checkTypes(body) ??
    checkFunctions(body["tools"], "responses") ??
    checkChoice(body["tool_choice"]) ??
    checkItems(body["input"])
  );
}

/** New kinds of items come all the time: only what a message holds is asked by name. */
function checkItems(input: unknown): Refusal | null {
  if (!Array.isArray(input)) return null;
  for (const [index, item] of input.entries()) {
    const place = `input[${index}]`;
    if (!isJsonObject(item)) return wrongType(place, "an object", item);
    const { type, role, content } = item;
    if (type === undefined && role === undefined) return missing(`${place}.type`);
    if ((type !== undefined && type !== "message") || content === undefined || typeof content === "string") continue;
    if (!Array.isArray(content)) return wrongType(`${place}.content`, "one of a string or array of objects", content);
    for (const [at, part] of content.entries()) {
      const where = `${place}.content[${at}]`;
      if (!isJsonObject(part)) return wrongType(where, "an object", part);
      if (!PARTS.some((each) => each === part["type"])) return unknownValue(`${where}.type`, part["type"], PARTS);
    }
  }
  return null;
}

/** Every call that the client must answer is answered behind it, and every answer has its call before it. */
function checkPairs(items: readonly JsonObject[], vendor: Provider | undefined): Refusal | null {
  const called = new Map<string, string>();
  const open = new Map<string, string>();
  for (const item of items) {
    const type = stringOf(item["type"]) ?? "";
    const id = stringOf(item["call_id"]) ?? (type === "local_shell_call_output" ? stringOf(item["id"]) : null);
    if (vendor?.wantsOutputsFirst === true && open.size > 0 && isSaid(item)) break;
    if (id === null) continue;
    if (OUTPUTS.has(type)) {
      called.set(id, type);
      open.set(id, type);
    } else if (type.endsWith("_call_output")) {
      if (OUTPUTS.get(called.get(id) ?? "")?.includes(type) !== true) {
        return badRequest(`No tool call found for ${nameOf(type)} with call_id ${id}.`, "input");
      }
      open.delete(id);
    }
  }
  const [unanswered] = open;
  if (unanswered === undefined) return null;
  const [id, type] = unanswered;
  const refuseOpen = vendor?.refuseOpenCall?.["openai-responses"];
  if (refuseOpen !== undefined) return refuseOpen(id);
  return badRequest(`No tool output found for ${nameOf(type)} ${id}.`, "input");
}

function isSaid({ type }: JsonObject): boolean {
  return (stringOf(type) ?? "message") === "message";
}

/** `custom_tool_call_output` as the message has it: custom tool call output. */
function nameOf(type: string): string {
  return type.replaceAll("_", " ");
}

/** Calls that the client answers, and the items that answer each (API reference, "Input items"). Codex gave its shell a function's. */
const OUTPUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["function_call", ["function_call_output"]],
  ["custom_tool_call", ["custom_tool_call_output"]],
  ["local_shell_call", ["local_shell_call_output", "function_call_output"]],
  ["shell_call", ["shell_call_output"]],
  ["apply_patch_call", ["apply_patch_call_output"]],
  ["computer_call", ["computer_call_output"]],
]);

/**
 * Reasoning belongs to the output that follows it; a history that was cut between them is refused, and so is one in which an answer
 * of the caller's own making follows (recorded, both).
 */
function checkReasoning(items: readonly JsonObject[]): Refusal | null {
  const alone = items.findIndex((item, index) => item["type"] === "reasoning" && !isOutput(items[index + 1]));
  const id = stringOf(items[alone]?.["id"]);
  if (alone === -1 || id === null) return null;
  return badRequest(`Item '${id}' of type 'reasoning' was provided without its required following item.`, "input");
}

function isOutput(item: JsonObject | undefined): boolean {
  if (item === undefined) return false;
  const type = stringOf(item["type"]) ?? "message";
  if (type !== "message") return !type.endsWith("_output");
  return item["role"] === "assistant" && (item["type"] !== undefined || item["id"] !== undefined);
}
