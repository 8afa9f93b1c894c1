import { isJsonObject } from "../../kernel/json.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Provider } from "../../providers/provider.ts";
import { providers } from "../../providers/list.ts";
import { isOpenAiModel } from "../../providers/openai/model-names.ts";
import { badRequest } from "../../providers/refusal.ts";
import { type RefusalTable, type Stage, placeInBrackets } from "../../providers/refusals/find-refusal.ts";
import { type JsonType, type Row, type Wording, lacks, missing, notA, notOneOf } from "../../providers/refusals/row.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";

/** What the rows know of a request in one of OpenAI's two wire formats: the permitted members depend on model and provider. */
export type AskedOfOpenAi = {
  readonly layout: Layout;
  readonly rules: ProviderRules;
  readonly provider: string;
  readonly model: string;
  readonly vendor: Provider | undefined;
};

const RECORDED = "[O] R-rig, harness/providers/FACTS.md#openai-refusals";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#openai-refusals";

const MISSING = {
  words: "Missing required parameter: '{place}'.",
  code: "missing_required_parameter",
  param: "{place}",
};

/** How OpenAI words a fault of shape. */
export const openaiStyle: Omit<RefusalTable<unknown>, "stages"> = {
  usual: badRequest("Invalid request"),
  words: {
    missing: MISSING,
    value: {
      words: "Invalid value: '{value}'. Supported values are: {values}.",
      code: "invalid_value",
      param: "{place}",
    },
  },
  place: placeInBrackets,
};

export const isOpenAi = ({ provider }: AskedOfOpenAi): boolean => provider === "openai";

/** Vendors' own refusals. Others who speak OpenAI's formats pass over what they do not know (harness/providers/FACTS.md#dashscope). */
export const vendorStages: readonly Stage<AskedOfOpenAi>[] = providers.flatMap(({ name, refusals: rows }) =>
  rows === undefined ? [] : [{ of: ({ provider }) => provider === name, rows }],
);

export const unknownChatModel: Row = {
  path: "model",
  test: (model) => !isOpenAiModel(String(model)),
  words: "The model `{value}` does not exist or you do not have access to it.",
  status: 404,
  code: "model_not_found",
  source: RECORDED,
};

export const unknownResponsesModel: Row = {
  path: "model",
  test: (model) => !isOpenAiModel(String(model)),
  words: "The requested model '{value}' does not exist.",
  code: "model_not_found",
  param: "model",
  source: RECORDED,
};

export function wrongType(expected: string): Wording {
  return {
    words: `Invalid type for '{place}': expected ${expected}, but got {found} instead.`,
    code: "invalid_type",
    param: "{place}",
  };
}

const TYPES: readonly (readonly [names: string, type: JsonType, expected: string])[] = [
  ["temperature top_p", "number", "a decimal"],
  ["max_tokens max_completion_tokens max_output_tokens", "number", "an integer"],
  ["stream store parallel_tool_calls", "boolean", "a boolean"],
  ["prompt_cache_key instructions", "string", "a string"],
  ["tools", "list", "an array of objects"],
  ["metadata", "object", "an object"],
];

/** Members outside the conversation, of those that one format knows. `declared` is where a function's name and parameters stand. */
export function memberRows(known: ReadonlySet<string>, declared: string): readonly Row[] {
  const named = (names: string): readonly string[] => names.split(" ").filter((name) => known.has(name));
  return [
    ...TYPES.flatMap(([names, type, expected]) =>
      named(names).map((path) => ({ path, test: notA(type, "null"), ...wrongType(expected), source: LIKE })),
    ),
    {
      path: "stream_options",
      test: (options, { body }) => (options ?? null) !== null && body["stream"] !== true,
      words: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      param: "{place}",
      source: LIKE,
    },
    { path: "tools[*]", test: notA("object"), ...wrongType("an object"), source: LIKE },
    { path: "tools[*].type", test: missing, source: LIKE },
    ...(declared.endsWith(">") ? [] : [{ path: declared, test: lacks("object"), source: LIKE }]),
    { path: `${declared}.name`, test: lacks("string"), source: LIKE },
    {
      path: `${declared}.name`,
      test: (name) => !/^[\w-]+$/.test(String(name)),
      words:
        "Invalid '{place}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      code: "invalid_value",
      param: "{place}",
      source: LIKE,
    },
    {
      path: `${declared}.parameters`,
      test: (parameters, { holder: { name } }) => {
        if (parameters === undefined || parameters === null) return null;
        const type = isJsonObject(parameters) ? parameters["type"] : undefined;
        const fits = isJsonObject(parameters) && (type === "object" || Object.keys(parameters).length === 0);
        return fits ? null : { function: name, type: JSON.stringify(type ?? "None") };
      },
      words: `Invalid schema for function '{function}': schema must be a JSON Schema of 'type: "object"', got 'type: {type}'.`,
      code: "invalid_function_parameters",
      param: "{place}",
      source: RECORDED,
    },
    {
      // An object names a tool or a set of them.
      path: "tool_choice",
      test: (choice) =>
        (choice ?? null) !== null &&
        !isJsonObject(choice) &&
        !["none", "auto", "required"].some((each) => each === choice),
      words: "Invalid value: '{value}'. Supported values are: 'none', 'auto', and 'required'.",
      code: "invalid_value",
      param: "tool_choice",
      source: LIKE,
    },
  ];
}

/** The parts of a message's content. */
export function partRows(content: string, types: string): readonly Row[] {
  return [
    { path: `${content}[*]`, test: notA("object"), ...wrongType("an object"), source: LIKE },
    { path: `${content}[*].type`, test: missing, source: LIKE },
    { path: `${content}[*].type`, test: notOneOf(...types.split(" ")), source: LIKE },
  ];
}
