import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import type { Refusal } from "../../../providers/refusal.ts";
import { providerNamed } from "../../../providers/list.ts";
import { type FindRefusal, type RefusalTable, refusalsOf } from "../../../providers/refusals/find-refusal.ts";
import { type Row, faultRows, lacks, missing, notA, notOneOf, othersThan } from "../../../providers/refusals/row.ts";
import { automaticCacheRows, parameterRows } from "../../../mock/openai/parameter-rows.ts";
import {
  type AskedOfOpenAi,
  isOpenAi,
  memberRows,
  openaiStyle,
  partRows,
  unknownChatModel,
  vendorStages,
  wrongType,
} from "../../../mock/openai/refusal-rows.ts";
import { findCallFault } from "./find-call-fault.ts";

const SDK = "[T] openai 7.57.0";
const RECORDED = "[O] R-rig, harness/providers/FACTS.md#openai-refusals";
const ISSUES = "[S] harness/providers/FACTS.md#openai-refusals";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#openai-refusals";

/** The beginnings of the four accepted image formats, in Base64. */
const IMAGES = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/;

/** Without these a body is not a request. */
export const requestTable: RefusalTable<unknown> = {
  ...openaiStyle,
  stages: [
    {
      rows: [
        { path: "messages", test: missing, source: LIKE },
        {
          path: "messages",
          test: notA("list"),
          ...wrongType("an array of objects"),
          words: "Invalid type for '{place}': expected an array of objects.",
          source: LIKE,
        },
        {
          path: "messages[*]",
          test: notA("object"),
          ...wrongType("an object"),
          words: "Invalid type for '{place}': expected an object.",
          source: LIKE,
        },
        {
          path: "messages",
          test: (messages) => recordsOf(messages).length === 0,
          words:
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
          code: "empty_array",
          param: "messages",
          source: LIKE,
        },
      ],
    },
  ],
};

/** Members that OpenAI knows in this format. */
const extra = othersThan(
  "audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata modalities " +
    "model moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention " +
    "reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature tool_choice tools " +
    "top_logprobs top_p user verbosity web_search_options",
);

/** OpenAI's own schema. */
const schemaRows: readonly Row<AskedOfOpenAi>[] = [
  unknownChatModel,
  {
    path: "",
    test: extra,
    words: "Unrecognized request argument supplied: {name}",
    source: `${SDK}; ${RECORDED}`,
  },
  ...memberRows(extra.known, "tools[*]<function>.function"),
  {
    path: "messages[*].content",
    test: notA("list", "string", "null"),
    ...wrongType("one of a string or array of objects"),
    source: LIKE,
  },
  ...partRows("messages[*].content", "text image_url input_audio refusal file"),
];

const imageRow: Row = {
  // A picture behind an address is not fetched.
  path: "messages[*].content[*].image_url.url",
  test: (url) => {
    const [, data] = typeof url === "string" ? (/^data:[^,]*;base64,(.{0,16})/.exec(url) ?? []) : [];
    return data !== undefined && !IMAGES.test(data);
  },
  words:
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
  code: "invalid_image_format",
  source: RECORDED,
};

/** Members that only some models take. */
const modelRows: readonly Row<AskedOfOpenAi>[] = [
  {
    path: "messages[*].role",
    test: (role, { asked: { model } }) =>
      /^o1-(?:mini|preview)/.test(model) && (role === "system" || role === "developer"),
    words: "Unsupported value: '{place}' does not support '{value}' with this model.",
    code: "unsupported_value",
    param: "{place}",
    source: `${RECORDED}: o1's first releases`,
  },
  {
    path: "web_search_options",
    test: (options, { asked: { model } }) => (options ?? null) !== null && !/-search/.test(model),
    words: "Web search options not supported with this model.",
    param: "{place}",
    source: RECORDED,
  },
];

const roleRows: readonly Row[] = [
  { path: "messages[*].role", test: lacks("string"), source: LIKE },
  {
    path: "messages[*].role",
    test: notOneOf("system", "assistant", "user", "function", "tool", "developer"),
    words:
      "Invalid value: '{value}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    source: LIKE,
  },
];

/** The tool messages right behind an assistant's calls must answer each of them, and must not be elsewhere. */
const callRows: readonly Row<AskedOfOpenAi>[] = [
  ...faultRows((_: AskedOfOpenAi, body) => findCallFault(recordsOf(body["messages"])), {
    orphan: {
      words:
        "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
      param: "messages.[{message}].role",
      source: ISSUES,
    },
    unknown: {
      words: "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.",
      param: "messages.[{message}].tool_call_id",
      source: ISSUES,
    },
    open: {
      words:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
      param: "messages.[{message}].role",
      vendorWords: ({ vendor }) => vendor?.openCall?.["openai-chat"],
      source: ISSUES,
    },
  }),
  {
    // An answer may be null where it makes calls; everybody else must say something.
    path: "messages[*]",
    test: (message) => {
      if (!isJsonObject(message) || (message["content"] ?? null) !== null) return false;
      const { role, tool_calls: calls, function_call: call } = message;
      return role !== "assistant" || (calls === undefined && call === undefined);
    },
    words: "Invalid value for 'content': expected a string, got null.",
    param: "messages.[{index}].content",
    source: LIKE,
  },
];

const toolRow: Row = {
  path: "",
  test: (_, { body }) => {
    const alone = ["tool_choice", "parallel_tool_calls"].find((name) => (body[name] ?? null) !== null);
    return Array.isArray(body["tools"]) || alone === undefined || body[alone] === "none" ? null : { alone };
  },
  words: "Invalid value for '{alone}': '{alone}' is only allowed when 'tools' are specified.",
  param: "{alone}",
  source: ISSUES,
};

export const chatTable: RefusalTable<AskedOfOpenAi> = {
  ...openaiStyle,
  stages: [
    { of: isOpenAi, rows: schemaRows },
    { of: isOpenAi, rows: [imageRow] },
    { of: isOpenAi, rows: modelRows },
    ...vendorStages,
    { rows: roleRows },
    { rows: callRows },
    { of: isOpenAi, rows: [...parameterRows, toolRow] },
    { of: ({ vendor }) => vendor?.checksCacheOptions === true, rows: automaticCacheRows },
  ],
};

export const findMisshapen: FindRefusal<unknown> = refusalsOf(requestTable);

export const findUnknownModel: FindRefusal<unknown> = refusalsOf({
  ...openaiStyle,
  stages: [{ rows: [unknownChatModel] }],
});

const find = refusalsOf(chatTable);

/** A provider's first refusal of a well-formed request. */
export function rejectRequest(body: JsonObject, asked: Omit<AskedOfOpenAi, "vendor">): Refusal | null {
  return find(body, { ...asked, vendor: providerNamed(asked.provider) });
}
