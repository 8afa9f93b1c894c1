import { type Json, type WireBody, type WireName } from "./wire-requests.ts";

/** Edits the two bodies, which begin alike, and says where the difference lies; a string says why the wire has no such code. */
export type WireEdit = (parent: Json, child: Json, wire: WireBody) => string | null;

export type WireCode = {
  readonly code: string;
  readonly edit: WireEdit;
  /** Wires on which the code has no meaning, with the reason. */
  readonly not?: Readonly<Partial<Record<WireName, string>>>;
};

const BY_EFFORT = "thinking is told by its effort alone (CB103)";
const NO_MODEL = "the model stands in the path, not in the body";

export const wireCodes: readonly WireCode[] = [
  {
    code: "CB101",
    edit: setting({ model: "one" }, { model: "another" }),
    not: { gemini: NO_MODEL, converse: NO_MODEL },
  },
  {
    code: "CB102",
    edit: setting(
      {},
      { enable_thinking: true },
      { generationConfig: { thinkingConfig: { thinkingBudget: 512 } } },
      { additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 2048 } } },
    ),
    not: { responses: BY_EFFORT, items: BY_EFFORT },
  },
  {
    code: "CB103",
    edit: setting(
      {},
      { reasoning_effort: "low", reasoning: { effort: "low" } },
      {},
      { additionalModelRequestFields: { output_config: { effort: "low" } } },
    ),
    not: { gemini: "has a budget in its place (CB102)" },
  },
  {
    code: "CB104",
    edit: setting(
      {},
      { tool_choice: "none" },
      { toolConfig: { functionCallingConfig: { mode: "NONE" } } },
      { toolConfig: { toolChoice: { any: {} } } },
    ),
  },
  {
    code: "CB106",
    edit: setting({}, { service_tier: "flex" }, {}, { serviceTier: { type: "flex" } }),
    not: { gemini: "has no tiers" },
  },
  {
    code: "CB107",
    edit: setting(
      {},
      { response_format: { type: "json_object" }, text: { format: { type: "json_object" } } },
      { generationConfig: { responseMimeType: "application/json" } },
      { outputConfig: { textFormat: { type: "json_schema" } } },
    ),
  },
  {
    code: "CB201",
    edit: (_, child, { tools, toolsAt, toolAt, declared }) => {
      const copy = structuredClone(tools(child)[toolAt] ?? {});
      declared(copy)["name"] = "brand_new";
      tools(child).splice(toolAt, 0, copy);
      return `${toolsAt}/${toolAt}`;
    },
  },
  {
    code: "CB202",
    edit: (_, child, { tools, toolsAt, toolAt }) => {
      tools(child).splice(toolAt, 1);
      return `${toolsAt}/${toolAt}`;
    },
  },
  {
    code: "CB203",
    edit: (_, child, { tools, toolsAt, toolAt }) => {
      tools(child).splice(toolAt, 0, ...tools(child).splice(toolAt + 1, 1));
      return `${toolsAt}/${toolAt}`;
    },
  },
  {
    code: "CB204",
    edit: onTool((tool, { schema }) => {
      tool[schema] = { ...tool[schema], additionalNote: true };
    }),
  },
  {
    code: "CB205",
    edit: onTool((tool) => {
      tool["description"] = `Politely: ${tool["description"]}`;
    }),
  },
  {
    code: "CB206",
    edit: onTool((tool) => {
      for (const [name, value] of Object.entries(tool).toReversed()) {
        delete tool[name];
        tool[name] = value;
      }
    }),
  },
  { code: "CB301", edit: onSystem("Always be brief.", "Never hurry, and explain each step.") },
  { code: "CB302", edit: onSystem("It is 2026-11-20 09:30.", "It is 2026-11-20 09:31.") },
  { code: "CB303", edit: onSystem("Log: /tmp/ses_4f9a01bb37c2.log", "Log: /tmp/ses_a07e55d91c68.log") },
  { code: "CB304", edit: onSystem("Work in /srv/app/one now.", "Work in /srv/app/two/deep now.") },
  { code: "CB305", edit: onSystem("Memory is 45% full.", "Memory is 47% full.") },
  {
    code: "CB402",
    edit: (_, child, { list, said: [at] }) => {
      child[list].splice(at, 1);
      return null;
    },
    not: {
      chat: "a message that calls tools takes its results with it: CB418 stands beside",
      gemini: "a content that calls tools takes its results with it: CB418 stands beside",
      converse: "the message that is edited is the first of the list, which leaves a window",
    },
  },
  {
    code: "CB403",
    edit: (_, child, { list, said: [at], say }) => {
      child[list].splice(at, 0, say("user", "A word in between."));
      return null;
    },
  },
  { code: "CB405", edit: onText("said", (text) => `${text} And one thing more, which was never said before.`) },
  {
    code: "CB406",
    edit: onText("result", () => "[old]"),
    not: { converse: "the recorded result is of two characters" },
  },
  { code: "CB409", edit: onText("said", (text) => `${text}\n`) },
  {
    code: "CB410",
    edit: (_, child, { list }) => {
      const regenerated: Json[] = JSON.parse(JSON.stringify(child[list]).replaceAll("call_stub", "call_other"));
      child[list].splice(0, child[list].length, ...regenerated);
      return null;
    },
    not: {
      gemini: "the recorded ids are the client's own, and few requests carry them",
      converse: "the recorded ids are drawn by lot",
    },
  },
  {
    code: "CB411",
    edit: onText("call", (text) => JSON.stringify(JSON.parse(text), null, 1)),
    not: {
      gemini: "arguments are an object, which is written anew behind what was recorded",
      converse: "arguments are an object, which is written anew behind what was recorded",
    },
  },
  {
    code: "CB412",
    edit: (_, child, { list, call: [at, pointer, hold, member] }) => {
      const holder = hold(child[list][at]);
      holder[member] = typeof holder[member] === "string" ? "{}" : {};
      return pointer;
    },
    not: { converse: "the recorded call has no arguments to begin with" },
  },
  {
    code: "CB601",
    edit: setting({ prompt_cache_key: "a" }, { prompt_cache_key: "b" }),
    not: { gemini: "has no cache keys", converse: "has no cache keys" },
  },
];

/** The members of each wire: the first list is of the OpenAI shapes. A wire ignores what is not its own. */
function setting(before: Json, after: Json, gemini: Json = {}, converse: Json = {}): WireEdit {
  return (parent, child, { list, toolsAt }) => {
    Object.assign(parent, before);
    const nested = list === "contents" ? gemini : toolsAt.startsWith("/toolConfig") ? converse : null;
    if (nested === null) Object.assign(child, after);
    else for (const [name, value] of Object.entries(nested)) child[name] = { ...child[name], ...value };
    return null;
  };
}

function onTool(edit: (tool: Json, wire: WireBody) => void): WireEdit {
  return (_, child, wire) => {
    edit(wire.declared(wire.tools(child)[wire.toolAt] ?? {}), wire);
    return `${wire.toolsAt}/${wire.toolAt}`;
  };
}

/** A line in the middle of the system prompt, in two versions. */
function onSystem(before: string, after: string): WireEdit {
  return (parent, child, { system: [pointer, hold, member] }) => {
    for (const [body, line] of [
      [parent, before],
      [child, after],
    ] as const) {
      const holder = hold(body);
      const text: string = holder[member];
      holder[member] = `${text.slice(0, text.length >> 1)}\n${line}\n${text.slice(text.length >> 1)}`;
    }
    return pointer;
  };
}

function onText(which: "said" | "call" | "result", edit: (text: string) => string): WireEdit {
  return (_, child, wire) => {
    const [at, pointer, hold, member] = wire[which];
    const holder = hold(child[wire.list][at]);
    holder[member] = edit(holder[member]);
    return pointer;
  };
}
