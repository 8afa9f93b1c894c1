import type { ProviderRules } from "../../cache-model/cache-rules.ts";
import type { JsonRecord } from "../../cache-model/is-record.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Rejection } from "../mock-wire.ts";
import { checkParameters } from "../openai/check-parameters.ts";
import { badRequest } from "../openai/openai-error.ts";
import { recordsOf, stringOf } from "../parse-json-body.ts";

/** That there is an input: a text or items. */
export function checkInput({ input, previous_response_id, prompt, generate }: JsonRecord): Rejection | null {
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

/** What a provider refuses of a well-formed request; its first fault only. Words: provider-caches.md 3.5, recorded-traffic.md 2.6. */
export function checkResponses(
  body: JsonRecord,
  { layout, rules, provider }: { readonly layout: Layout; readonly rules: ProviderRules; readonly provider: string },
): Rejection | null {
  const items = recordsOf(body["input"]);
  const isOpenAi = provider === "openai";
  return (
    checkChain(body) ??
    (isOpenAi ? checkKnown(body) : null) ??
    checkPairs(items, provider) ??
    (isOpenAi ? (checkReasoning(items) ?? checkParameters(body, layout, rules)) : null)
  );
}

/** A request that names a known answer was put together before it came here. */
function checkChain({ previous_response_id: id }: JsonRecord): Rejection | null {
  if (typeof id !== "string") return null;
  const message = `Previous response with id '${id}' not found.`;
  return badRequest(message, "previous_response_id", "previous_response_not_found");
}

/** Members of the other wire, which clients that switch wires leave in (recorded: `response_format`). */
const FOREIGN = ["messages", "response_format", "max_tokens", "max_completion_tokens", "functions", "stop", "n"];

function checkKnown(body: JsonRecord): Rejection | null {
  const foreign = FOREIGN.find((name) => body[name] !== undefined);
  return foreign === undefined ? null : badRequest(`Unknown parameter: '${foreign}'.`, foreign, "unknown_parameter");
}

/** Every call that the client must answer is answered behind it, and every answer has its call before it. */
function checkPairs(items: readonly JsonRecord[], provider: string): Rejection | null {
  const called = new Set<string>();
  const open = new Set<string>();
  for (const item of items) {
    const [type, id] = [stringOf(item["type"]) ?? "", stringOf(item["call_id"])];
    if (id === null) continue;
    if (ANSWERED.has(type)) {
      called.add(id);
      open.add(id);
    } else if (type.endsWith("_call_output")) {
      if (!called.has(id)) {
        return badRequest(`No tool call found for ${nameOf(type)} with call_id ${id}.`, "input");
      }
      open.delete(id);
    }
  }
  const [unanswered] = open;
  if (unanswered === undefined) return null;
  if (provider === "deepseek") {
    return badRequest(`No tool output found for tool call ${unanswered}.`, null, "invalid_request_error");
  }
  return badRequest(`No tool output found for function call ${unanswered}.`, "input");
}

/** `function_call_output` as the message has it: function call output. */
function nameOf(type: string): string {
  return type.replaceAll("_", " ");
}

/** Calls that the client answers with an item of its own (API reference, "Input items"). */
const ANSWERED: ReadonlySet<string> = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call",
  "computer_call",
]);

/** Reasoning belongs to the output that follows it; a history that was cut between them is refused (recorded). */
function checkReasoning(items: readonly JsonRecord[]): Rejection | null {
  const alone = items.findIndex((item, index) => item["type"] === "reasoning" && !isOutput(items[index + 1]));
  const id = stringOf(items[alone]?.["id"]);
  if (alone === -1 || id === null) return null;
  return badRequest(`Item '${id}' of type 'reasoning' was provided without its required following item.`, "input");
}

function isOutput(item: JsonRecord | undefined): boolean {
  if (item === undefined) return false;
  const type = stringOf(item["type"]) ?? "message";
  return type === "message" ? item["role"] === "assistant" : !type.endsWith("_output");
}
