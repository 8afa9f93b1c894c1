import { type Refusal, invalidArgument } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/** Gemini's refusals of a request; the first fault only. Wording: harness/providers/FACTS.md#gemini-explicit. */
export function checkGemini(body: JsonObject): Refusal | null {
  const contents = recordsOf(body["contents"]);
  const shape = checkNames(body) ?? checkGeneration(body);
  if (shape !== null) return shape;
  if (contents.length === 0) return invalidArgument("* GenerateContentRequest.contents: contents is not specified\n");
  return checkRoles(contents) ?? checkParts(contents) ?? checkTurns(contents);
}

/** Members of a request (ai.google.dev, REST reference); a name may be written with underscores too. */
const MEMBERS: ReadonlySet<string> = new Set(
  "cachedContent contents generationConfig labels model safetySettings serviceTier store systemInstruction toolConfig tools".split(
    " ",
  ),
);

function checkNames(body: JsonObject): Refusal | null {
  const strange = Object.keys(body).find((name) => !MEMBERS.has(camel(name)));
  if (strange !== undefined) return unknownName(strange, "");
  for (const name of ["contents", "tools", "safetySettings"]) {
    const value = body[name];
    // A member that is null counts as missing (recorded).
    if (value !== undefined && value !== null && !Array.isArray(value)) return wrongValue(name, value);
  }
  for (const [name, entries] of Object.entries({ contents: body["contents"], tools: body["tools"] })) {
    const at = Array.isArray(entries) ? entries.findIndex((entry) => !isJsonObject(entry)) : -1;
    if (at !== -1) return wrongValue(`${name}[${at}]`, Array.isArray(entries) ? entries[at] : null);
  }
  for (const [index, content] of recordsOf(body["contents"]).entries()) {
    const unknown = Object.keys(content).find((name) => name !== "role" && name !== "parts");
    if (unknown !== undefined) return unknownName(unknown, ` at 'contents[${index}]'`);
  }
  return null;
}

function checkGeneration(body: JsonObject): Refusal | null {
  const generation = body["generationConfig"] ?? body["generation_config"];
  if (generation === undefined || generation === null) return null;
  if (!isJsonObject(generation)) return wrongValue("generation_config", generation);
  for (const [name, most] of [
    ["temperature", 2],
    ["topP", 1],
  ] as const) {
    const value = generation[name];
    if (value === undefined) continue;
    const place = name === "topP" ? "top_p" : name;
    if (typeof value !== "number") {
      return invalidArgument(`Invalid value at 'generation_config.${place}' (TYPE_FLOAT), ${JSON.stringify(value)}`);
    }
    if (value >= 0 && value <= most) continue;
    return invalidArgument(
      `* GenerateContentRequest.generation_config.${place}: ${place} must be in the range [0.0, ${most}.0].\n`,
    );
  }
  return null;
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function unknownName(name: string, place: string): Refusal {
  return invalidArgument(`Invalid JSON payload received. Unknown name "${name}"${place}: Cannot find field.`);
}

function wrongValue(place: string, value: unknown): Refusal {
  return invalidArgument(`Invalid value at '${place}', ${JSON.stringify(value)}`);
}

function checkRoles(contents: readonly JsonObject[]): Refusal | null {
  const strange = contents.some(
    ({ role }) => role !== undefined && !["user", "model", "function"].includes(stringOf(role) ?? ""),
  );
  return strange ? invalidArgument("Please use a valid role: user, model.") : null;
}

function checkParts(contents: readonly JsonObject[]): Refusal | null {
  const empty = contents.findIndex(({ parts }) => recordsOf(parts).length === 0);
  if (empty === -1) return null;
  return invalidArgument(`* GenerateContentRequest.contents[${empty}].parts: contents.parts must not be empty.\n`);
}

type Turn = { readonly isModel: boolean; calls: number; responses: number };

/** Every turn of calls has its responses, as many, in the turn behind it, and neither stands elsewhere. */
function checkTurns(contents: readonly JsonObject[]): Refusal | null {
  const turns = turnsOf(contents);
  for (const [index, turn] of turns.entries()) {
    const [before, next] = [turns[index - 1], turns[index + 1]];
    if (turn.calls > 0 && before === undefined) {
      return invalidArgument(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    }
    if (turn.calls > 0 && next?.responses !== turn.calls) {
      return invalidArgument(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    }
    if (turn.responses > 0 && (before?.calls ?? 0) === 0) {
      return invalidArgument("Please ensure that function response turn comes immediately after a function call turn.");
    }
  }
  return null;
}

/** Neighbours of one role are one turn. */
function turnsOf(contents: readonly JsonObject[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, parts } of contents) {
    const isModel = stringOf(role) === "model";
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
