/** A body that may be edited, and where things lie in it. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies of three shapes, edited by path; a wrong path fails the test
export type Json = { [name: string]: any };

/** One real body of a wire, and where its parts are. */
export type WireBody = {
  readonly file: string;
  readonly id: string;
  readonly path: string;
  readonly tools: (body: Json) => Json[];
  readonly toolsAt: string;
  /** What of a tool holds its name and description. */
  readonly declared: (tool: Json) => Json;
  readonly schema: string;
  readonly list: string;
  /** Index of the message that is edited, of the call, and of the call's result; each with the pointer of the block. */
  readonly said: readonly [index: number, pointer: string, hold: (message: Json) => Json, member: string];
  readonly call: readonly [index: number, pointer: string, hold: (message: Json) => Json, member: string];
  readonly result: readonly [index: number, pointer: string, hold: (message: Json) => Json, member: string];
  readonly system: readonly [pointer: string, hold: (body: Json) => Json, member: string];
  readonly say: (role: "user" | "model", text: string) => Json;
};

export const wireBodies: Readonly<Record<"chat" | "responses" | "gemini", WireBody>> = {
  chat: {
    file: "qwen-code/fork-chat.jsonl",
    id: "4",
    path: "/v1/chat/completions",
    tools: (body) => body["tools"],
    toolsAt: "/tools",
    declared: (tool) => tool["function"],
    schema: "parameters",
    list: "messages",
    said: [4, "/messages/4/content", (message) => message, "content"],
    call: [4, "/messages/4/tool_calls/0", (message) => message["tool_calls"][0].function, "arguments"],
    result: [5, "/messages/5/content/0", (message) => message["content"][0], "text"],
    system: ["/messages/0/content", (body) => body["messages"][0], "content"],
    say: (role, content) => ({ role: role === "model" ? "assistant" : "user", content }),
  },
  responses: {
    file: "qwen-code/fork-responses.jsonl",
    id: "4",
    path: "/v1/responses",
    tools: (body) => body["tools"],
    toolsAt: "/tools",
    declared: (tool) => tool,
    schema: "parameters",
    list: "input",
    said: [4, "/input/4/content", (item) => item, "content"],
    call: [5, "/input/5", (item) => item, "arguments"],
    result: [6, "/input/6", (item) => item, "output"],
    system: ["/instructions", (body) => body, "instructions"],
    say: (role, content) => ({ type: "message", role: role === "model" ? "assistant" : "user", content }),
  },
  gemini: {
    file: "qwen-code/fork-gemini.jsonl",
    id: "4",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    tools: (body) => body["tools"][0].functionDeclarations,
    toolsAt: "/tools/0/functionDeclarations",
    declared: (tool) => tool,
    schema: "parametersJsonSchema",
    list: "contents",
    said: [3, "/contents/3/parts/0", (content) => content["parts"][0], "text"],
    call: [3, "/contents/3/parts/1", (content) => content["parts"][1].functionCall, "args"],
    result: [4, "/contents/4/parts/0", (content) => content["parts"][0].functionResponse.response, "output"],
    system: ["/systemInstruction/parts/0", (body) => body["systemInstruction"].parts[0], "text"],
    say: (role, text) => ({ role, parts: [{ text }] }),
  },
};

export type WireName = keyof typeof wireBodies;

/** Edits the two bodies, which begin alike, and says where the difference lies; a string says why the wire has no such code. */
export type WireEdit = (parent: Json, child: Json, wire: WireBody) => string | null;

export type WireCode = {
  readonly code: string;
  readonly edit: WireEdit;
  /** Wires on which the code has no meaning, with the reason. */
  readonly not?: Readonly<Partial<Record<WireName, string>>>;
};

const NO_MODEL = "the model stands in the path, not in the body";
const ONE = 1;

export const wireCodes: readonly WireCode[] = [
  { code: "CB101", edit: setting({ model: "one" }, { model: "another" }), not: { gemini: NO_MODEL } },
  {
    code: "CB102",
    edit: setting({}, { enable_thinking: true }, { generationConfig: { thinkingConfig: { thinkingBudget: 512 } } }),
    not: { responses: "thinking is told by its effort alone (CB103)" },
  },
  {
    code: "CB103",
    edit: setting({}, { reasoning_effort: "low", reasoning: { effort: "low" } }),
    not: { gemini: "has a budget in its place (CB102)" },
  },
  {
    code: "CB104",
    edit: setting({}, { tool_choice: "none" }, { toolConfig: { functionCallingConfig: { mode: "NONE" } } }),
  },
  { code: "CB106", edit: setting({}, { service_tier: "flex" }), not: { gemini: "has no tiers" } },
  {
    code: "CB107",
    edit: setting(
      {},
      { response_format: { type: "json_object" }, text: { format: { type: "json_object" } } },
      { generationConfig: { responseMimeType: "application/json" } },
    ),
  },
  {
    code: "CB201",
    edit: (_, child, { tools, toolsAt, declared }) => {
      const copy = structuredClone(tools(child)[ONE] ?? {});
      declared(copy)["name"] = "brand_new";
      tools(child).splice(ONE, 0, copy);
      return `${toolsAt}/1`;
    },
  },
  {
    code: "CB202",
    edit: (_, child, { tools, toolsAt }) => {
      tools(child).splice(ONE, 1);
      return `${toolsAt}/1`;
    },
  },
  {
    code: "CB203",
    edit: (_, child, { tools, toolsAt }) => {
      tools(child).splice(ONE, 0, ...tools(child).splice(ONE + 1, 1));
      return `${toolsAt}/1`;
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
  { code: "CB406", edit: onText("result", () => "[old]") },
  { code: "CB409", edit: onText("said", (text) => `${text}\n`) },
  {
    code: "CB410",
    edit: (_, child, { list }) => {
      const regenerated: Json[] = JSON.parse(JSON.stringify(child[list]).replaceAll("call_stub", "call_other"));
      child[list].splice(0, child[list].length, ...regenerated);
      return null;
    },
    not: { gemini: "the recorded ids are the client's own, and few requests carry them" },
  },
  {
    code: "CB411",
    edit: onText("call", (text) => JSON.stringify(JSON.parse(text), null, 1)),
    not: { gemini: "arguments are an object, whose respelling is CB420" },
  },
  {
    code: "CB412",
    edit: (_, child, { list, call: [at, pointer, hold, member] }) => {
      const holder = hold(child[list][at]);
      holder[member] = typeof holder[member] === "string" ? "{}" : {};
      return pointer;
    },
  },
  {
    code: "CB601",
    edit: setting({ prompt_cache_key: "a" }, { prompt_cache_key: "b" }),
    not: { gemini: "has no cache keys" },
  },
];

/** The members of each wire: the first list is of the OpenAI shapes, `gemini` of the other. A wire ignores what is not its own. */
function setting(before: Json, after: Json, gemini: Json = {}): WireEdit {
  return (parent, child, { list }) => {
    Object.assign(parent, before);
    if (list !== "contents") Object.assign(child, after);
    else for (const [name, value] of Object.entries(gemini)) child[name] = { ...child[name], ...value };
    return null;
  };
}

function onTool(edit: (tool: Json, wire: WireBody) => void): WireEdit {
  return (_, child, wire) => {
    edit(wire.declared(wire.tools(child)[ONE] ?? {}), wire);
    return `${wire.toolsAt}/1`;
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
