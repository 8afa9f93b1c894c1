import { type JsonObject, recordsOf } from "../../../kernel/json.ts";
import type { Refusal } from "../../../providers/refusal.ts";
import { providerNamed } from "../../../providers/list.ts";
import { type FindRefusal, type RefusalTable, refusalsOf } from "../../../providers/refusals/find-refusal.ts";
import { type Row, faultRows, notA, othersThan } from "../../../providers/refusals/row.ts";
import { automaticCacheRows, parameterRows } from "../../../mock/openai/parameter-rows.ts";
import {
  type AskedOfOpenAi,
  isOpenAi,
  memberRows,
  openaiStyle,
  partRows,
  unknownResponsesModel,
  vendorStages,
  wrongType,
} from "../../../mock/openai/refusal-rows.ts";
import { findLoneReasoning, findPairFault } from "./find-pair-fault.ts";

const RECORDED = "[O] R-rig, harness/providers/FACTS.md#openai-refusals";
const ISSUES = "[S] harness/providers/FACTS.md#openai-refusals";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#openai-refusals";
const MISSING = {
  words: "Missing required parameter: '{place}'.",
  code: "missing_required_parameter",
  param: "{place}",
};
const MESSAGE = "input[*]<message|undefined>.content";

/** Without an input a body is not a request. */
export const requestTable: RefusalTable<unknown> = {
  ...openaiStyle,
  stages: [
    {
      rows: [
        {
          path: "input",
          test: notA("string", "list"),
          ...wrongType("one of an array of objects or string"),
          words: "Invalid type for 'input': expected one of an array of objects or string.",
          source: LIKE,
        },
        {
          path: "input",
          test: (input, { body: { previous_response_id: id, prompt, generate } }) =>
            input === undefined && id === undefined && prompt === undefined && generate !== false,
          ...MISSING,
          source: LIKE,
        },
      ],
    },
  ],
};

/** A request that names a known answer was put together before it came here. */
const chainRow: Row = {
  path: "previous_response_id",
  test: (id) => typeof id === "string",
  words: "Previous response with id '{value}' not found.",
  code: "previous_response_not_found",
  param: "{place}",
  source: RECORDED,
};

/** Members that OpenAI knows, and those that its own clients send. */
const extra = othersThan(
  "access_programs background client_metadata context_management conversation generate image include input instructions " +
    "max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key " +
    "prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text " +
    "tool_choice tools top_logprobs top_p truncation type user",
);

const schemaRows: readonly Row<AskedOfOpenAi>[] = [
  unknownResponsesModel,
  {
    path: "",
    test: extra,
    words: "Unknown parameter: '{place}'.",
    code: "unknown_parameter",
    param: "{place}",
    source: `[T] openai 7.57.0, and members that its own clients send; ${RECORDED}`,
  },
  ...memberRows(extra.known, "tools[*]<function>"),
  // New kinds of items come all the time: only what a message holds is asked by name.
  { path: "input[*]", test: notA("object"), ...wrongType("an object"), source: LIKE },
  {
    path: "input[*].type",
    test: (type, { holder: { role } }) => type === undefined && role === undefined,
    ...MISSING,
    source: LIKE,
  },
  { path: MESSAGE, test: notA("list", "string"), ...wrongType("one of a string or array of objects"), source: LIKE },
  ...partRows(
    MESSAGE,
    "input_text input_image input_file input_audio output_text refusal summary_text reasoning_text computer_screenshot encrypted_content",
  ),
];

const pairRows = faultRows(
  ({ vendor }: AskedOfOpenAi, body) => findPairFault(recordsOf(body["input"]), vendor?.wantsOutputsFirst === true),
  {
    orphan: { words: "No tool call found for {item} with call_id {id}.", param: "input", source: ISSUES },
    open: {
      words: "No tool output found for {item} {id}.",
      param: "input",
      vendorWords: ({ vendor }) => vendor?.openCall?.["openai-responses"],
      source: ISSUES,
    },
  },
);

const reasoningRow: Row = {
  path: "input",
  test: (input) => {
    const id = findLoneReasoning(recordsOf(input));
    return id === null ? null : { id };
  },
  words: "Item '{id}' of type 'reasoning' was provided without its required following item.",
  param: "input",
  source: RECORDED,
};

export const responsesTable: RefusalTable<AskedOfOpenAi> = {
  ...openaiStyle,
  stages: [
    { rows: [chainRow] },
    { of: isOpenAi, rows: schemaRows },
    ...vendorStages,
    { rows: pairRows },
    {
      of: ({ provider }) => provider === "openai" || provider === "openai-codex",
      rows: [reasoningRow, ...parameterRows],
    },
    { of: ({ vendor }) => vendor?.checksCacheOptions === true, rows: automaticCacheRows },
  ],
};

export const findMisshapen: FindRefusal<unknown> = refusalsOf(requestTable);

const find = refusalsOf(responsesTable);

/** A provider's first refusal of a well-formed request. */
export function rejectRequest(body: JsonObject, asked: Omit<AskedOfOpenAi, "vendor">): Refusal | null {
  return find(body, { ...asked, vendor: providerNamed(asked.provider) });
}
