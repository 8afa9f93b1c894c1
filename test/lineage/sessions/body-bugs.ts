import type { Bug, Draft } from "./bug.ts";
import type { Chance } from "./chance.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "./json.ts";

/** Bugs that lie in the request around the conversation: tools, system prompt, parameters, and how it is written. */
export const bodyBugs: readonly ((chance: Chance) => Bug)[] = [
  (chance) => {
    const at = chance.int(0, 3);
    return toolBug("drop-tool", (tools) => tools.splice(at % tools.length, 1));
  },
  () => toolBug("reorder-tools", (tools) => tools.push(...tools.splice(0, 1))),
  () => ({
    name: "reorder-schema-keys",
    draft: ({ body, codec }) => {
      for (const tool of codec.tools(body) ?? []) {
        const [holder, name] = codec.schema(tool) ?? [];
        if (holder !== undefined && name !== undefined) holder[name] = sortedKeys(holder[name] ?? null);
      }
    },
  }),
  (chance) => {
    const runs = chance.percent(50);
    return {
      name: runs ? "running-clock-in-system" : "clock-in-system",
      draft: ({ body, codec, number }) =>
        codec.editSystem(body, (text) => `${text}\n\nCurrent time: 2026-11-21T09:${12 + (runs ? number : 0)}:07Z`),
    };
  },
  () => ({
    name: "extra-system",
    draft: ({ body, codec }) => codec.addSystem(body, "You are a fork. Report in one line."),
  }),
  () => ({
    name: "drop-billing",
    draft: ({ body }) => {
      if (Array.isArray(body["system"]))
        body["system"] = objectsOf(body["system"]).filter(
          ({ text }) => !textOf(text).startsWith("x-anthropic-billing"),
        );
    },
  }),
  () => ({
    name: "another-model",
    asksAnotherModel: true,
    draft: (draft) => {
      if (draft.codec.namesModel) draft.body["model"] = `${textOf(draft.body["model"])}-mini`;
      else draft.path = draft.path.replace(/(models?\/[^/:]*?)(-v1%3A0|-v1:0)?([:/][a-z])/, "$1-mini$2$3");
    },
  }),
  (chance) => {
    const key = `key-${chance.int(100, 999)}`;
    return { name: "another-key", draft: (draft) => useKey(draft, key) };
  },
  () => ({ name: "spacing", text: (text) => spaced(text) }),
  () => ({
    name: "member-order",
    draft: (draft) => {
      draft.body = Object.fromEntries(Object.entries(draft.body).toReversed());
    },
  }),
  () => ({
    name: "item-member-order",
    draft: ({ body, codec }) => {
      body[codec.list] = objectsOf(body[codec.list]).map((item) =>
        Object.fromEntries(Object.entries(item).toReversed()),
      );
    },
  }),
  () => ({
    name: "strip-marks",
    draft: (draft) => {
      draft.body = withoutMarks(draft.body, draft.codec.marks) as JsonObject;
    },
  }),
  () => ({
    name: "tool-choice",
    draft: ({ body, codec }) => {
      if (codec.wire === "anthropic-messages") body["tool_choice"] = { type: "any" };
      else if (codec.wire === "gemini-generate") body["toolConfig"] = { functionCallingConfig: { mode: "ANY" } };
      else if (codec.wire === "bedrock-converse")
        body["toolConfig"] = { ...asObject(body["toolConfig"]), toolChoice: { any: {} } };
      else body["tool_choice"] = "required";
    },
  }),
  () => ({
    name: "thinking-parameters",
    draft: ({ body, codec }) => {
      if (codec.wire === "anthropic-messages") body["thinking"] = { type: "enabled", budget_tokens: 2048 };
      else if (codec.wire === "openai-chat") body["reasoning_effort"] = "high";
      else if (codec.wire === "openai-responses") body["reasoning"] = { effort: "high" };
      else if (codec.wire === "bedrock-converse")
        body["additionalModelRequestFields"] = { thinking: { type: "enabled", budget_tokens: 2048 } };
      else
        body["generationConfig"] = {
          ...asObject(body["generationConfig"]),
          thinkingConfig: { thinkingBudget: 512 },
        };
    },
  }),
];

/** A session key of its own, where the client names one: in the body, or else in a header. */
export function useKey(draft: Draft, key: string): void {
  if ("prompt_cache_key" in draft.body) draft.body["prompt_cache_key"] = key;
  else draft.headers = [...draft.headers.filter(([name]) => !isSession(name)), ["session_id", key]];
  if (draft.headers.some(([name]) => isSession(name)))
    draft.headers = draft.headers.map(([name, value]) => (isSession(name) ? [name, key] : [name, value]));
}

function isSession(name: string): boolean {
  return name.toLowerCase() === "session_id";
}

function toolBug(name: string, change: (tools: JsonObject[]) => void): Bug {
  return {
    name,
    draft: ({ body, codec }) => {
      const tools = codec.tools(body);
      if (tools !== null && tools.length > 1) change(tools);
    },
  };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(sortedKeys);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort().reverse();
  return Object.fromEntries(names.map((name) => [name, sortedKeys(value[name] ?? null)]));
}

function withoutMarks(value: Json, marks: readonly string[]): Json {
  if (Array.isArray(value)) {
    const kept = (value as Json[]).filter(
      (each) => !(isObject(each) && "cachePoint" in each && marks.includes("cachePoint")),
    );
    return kept.map((each) => withoutMarks(each, marks));
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !marks.includes(name));
  return Object.fromEntries(members.map(([name, each]) => [name, withoutMarks(each, marks)]));
}

/** As Python's json module writes it by default: a space behind each colon and comma between tokens. */
function spaced(text: string): string {
  let isString = false;
  let written = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    written += character;
    if (isString && character === "\\") written += text[(at += 1)] ?? "";
    else if (character === '"') isString = !isString;
    else if (!isString && (character === ":" || character === ",")) written += " ";
  }
  return written;
}
