import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import { type Refusal, invalidArgument } from "../../../providers/refusal.ts";
import {
  type FindRefusal,
  type RefusalTable,
  placeInBrackets,
  refusalsOf,
} from "../../../providers/refusals/find-refusal.ts";
import { type Row, faultRows, notA, notOneOf, othersThan, outside } from "../../../providers/refusals/row.ts";

const REST = "[D] ai.google.dev, REST reference";
const LIKE = "[I] worded like similar refusals, harness/providers/FACTS.md#gemini-usage";
const RECORDED = "[O] recorded errors";
const TURNS = "[S] harness/providers/FACTS.md#gemini-usage: function responses must match their calls in number";

/** `gemini-3.6-flash`, `gemini-3.1-pro-preview-09-2026`: a version, a size, and more behind it. */
const NAMES =
  /^(?:gemini-(?:\d(?:\.\d)?-(?:flash|pro|ultra|nano|argon)|(?:flash|pro|ultra|exp|embedding|robotics)\b)|gemma-|learnlm-|tunedModels\/)/;

const MEMBERS =
  "cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction toolConfig tools";

/** Every name may be written with underscores too. */
const SPELLINGS = `${MEMBERS} ${MEMBERS.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

const UNKNOWN_NAME = 'Invalid JSON payload received. Unknown name "{name}"';

const unknownModel: Row = {
  path: "model",
  test: (model) => !NAMES.test(String(model)),
  words:
    "models/{value} is not found for API version v1beta, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods.",
  status: 404,
  type: "NOT_FOUND",
  source: RECORDED,
};

const style: Omit<RefusalTable<unknown>, "stages"> = {
  usual: invalidArgument("Request contains an invalid argument."),
  words: { type: { words: "Invalid value at '{place}', {json}" } },
  place: placeInBrackets,
};

/** PromptRequest of the model in the path. */
export const modelTable: RefusalTable<unknown> = { ...style, stages: [{ rows: [unknownModel] }] };

export const generateTable: RefusalTable<JsonObject> = {
  ...style,
  stages: [
    {
      rows: [
        { path: "", test: othersThan(SPELLINGS), words: `${UNKNOWN_NAME}: Cannot find field.`, source: REST },
        // A member that is null counts as missing (recorded).
        ...["contents", "tools", "safetySettings"].map((path) => ({ path, test: notA("list", "null"), source: LIKE })),
        { path: "contents[*]", test: notA("object"), source: LIKE },
        { path: "tools[*]", test: notA("object"), source: LIKE },
        {
          path: "contents[*]",
          test: othersThan("role parts"),
          words: `${UNKNOWN_NAME} at '{at}': Cannot find field.`,
          source: REST,
        },
        { path: "generation_config", test: notA("object", "null"), source: LIKE },
        ...samplingRows("temperature", "temperature", 2),
        ...samplingRows("topP", "top_p", 1),
        {
          path: "contents",
          test: (contents) => recordsOf(contents).length === 0,
          words: "* GenerateContentRequest.contents: contents is not specified\n",
          source: RECORDED,
        },
        {
          path: "contents[*].role",
          test: notOneOf("user", "model", "function"),
          words: "Please use a valid role: user, model.",
          source: RECORDED,
        },
      ],
    },
    {
      rows: [
        {
          path: "contents[*]",
          test: (content) => isJsonObject(content) && recordsOf(content["parts"]).length === 0,
          words: "* GenerateContentRequest.{place}.parts: contents.parts must not be empty.\n",
          source: RECORDED,
        },
        ...faultRows((body: JsonObject) => findTurnFault(recordsOf(body["contents"])), {
          first: {
            words:
              "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
            source: TURNS,
          },
          unmatched: {
            words:
              "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
            source: TURNS,
          },
          alone: {
            words: "Please ensure that function response turn comes immediately after a function call turn.",
            source: TURNS,
          },
        }),
      ],
    },
  ],
};

function samplingRows(name: string, place: string, most: number): readonly Row[] {
  const path = `generation_config.${name}`;
  return [
    {
      path,
      test: notA("number"),
      words: `Invalid value at 'generation_config.${place}' (TYPE_FLOAT), {json}`,
      source: LIKE,
    },
    {
      path,
      test: outside(0, most),
      words: `* GenerateContentRequest.generation_config.${place}: ${place} must be in the range [0.0, {most}.0].\n`,
      source: LIKE,
    },
  ];
}

const find = refusalsOf(generateTable);

export const findUnknownModel: FindRefusal<unknown> = refusalsOf(modelTable);

/** Gemini's first refusal of a request. */
export function rejectRequest(body: JsonObject): Refusal | null {
  const { generationConfig, generation_config } = body;
  return find({ ...body, generation_config: generationConfig ?? generation_config }, body);
}

type Turn = { readonly isModel: boolean; calls: number; responses: number };

/** Every turn of calls has its responses, as many, in the turn behind it, and neither stands elsewhere. */
function findTurnFault(contents: readonly JsonObject[]): { readonly fault: "first" | "unmatched" | "alone" } | null {
  const turns = turnsOf(contents);
  for (const [index, { calls, responses }] of turns.entries()) {
    const [before, next] = [turns[index - 1], turns[index + 1]];
    if (calls > 0 && before === undefined) return { fault: "first" };
    if (calls > 0 && next?.responses !== calls) return { fault: "unmatched" };
    if (responses > 0 && (before?.calls ?? 0) === 0) return { fault: "alone" };
  }
  return null;
}

/** Neighbours of one role are one turn. */
function turnsOf(contents: readonly JsonObject[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, parts } of contents) {
    const isModel = role === "model";
    const last = turns.at(-1);
    const turn = last?.isModel === isModel ? last : { isModel, calls: 0, responses: 0 };
    if (turn !== last) turns.push(turn);
    for (const part of recordsOf(parts)) {
      if (part["functionCall"] !== undefined) turn.calls += 1;
      if (part["functionResponse"] !== undefined) turn.responses += 1;
    }
  }
  return turns;
}
