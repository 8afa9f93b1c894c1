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
  /** Index of the tool that is edited; another one stands behind it. */
  readonly toolAt: number;
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
  /** Sets aside what the recorded body has and edits must not meet. */
  readonly prepare?: (body: Json) => void;
};

export const wireBodies: Readonly<Record<"chat" | "responses" | "items" | "gemini" | "converse", WireBody>> = {
  chat: {
    file: "qwen-code/fork-chat.jsonl",
    id: "4",
    path: "/v1/chat/completions",
    tools: (body) => body["tools"],
    toolsAt: "/tools",
    toolAt: 1,
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
    toolAt: 1,
    declared: (tool) => tool,
    schema: "parameters",
    list: "input",
    said: [4, "/input/4/content", (item) => item, "content"],
    call: [5, "/input/5", (item) => item, "arguments"],
    result: [6, "/input/6", (item) => item, "output"],
    system: ["/instructions", (body) => body, "instructions"],
    say: (role, content) => ({ type: "message", role: role === "model" ? "assistant" : "user", content }),
  },
  // Responses whose system prompt is the first item of the input.
  items: {
    file: "pi/session-fork-responses.jsonl",
    id: "4",
    path: "/v1/responses",
    tools: (body) => body["tools"],
    toolsAt: "/tools",
    toolAt: 1,
    declared: (tool) => tool,
    schema: "parameters",
    list: "input",
    said: [5, "/input/5/content/0", (item) => item["content"][0], "text"],
    call: [6, "/input/6", (item) => item, "arguments"],
    result: [7, "/input/7", (item) => item, "output"],
    system: ["/input/0/content", (body) => body["input"][0], "content"],
    say: (role, content) => ({ type: "message", role: role === "model" ? "assistant" : "user", content }),
  },
  gemini: {
    file: "qwen-code/fork-gemini.jsonl",
    id: "4",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    tools: (body) => body["tools"][0].functionDeclarations,
    toolsAt: "/tools/0/functionDeclarations",
    toolAt: 1,
    declared: (tool) => tool,
    schema: "parametersJsonSchema",
    list: "contents",
    said: [3, "/contents/3/parts/0", (content) => content["parts"][0], "text"],
    call: [3, "/contents/3/parts/1", (content) => content["parts"][1].functionCall, "args"],
    result: [4, "/contents/4/parts/0", (content) => content["parts"][0].functionResponse.response, "output"],
    system: ["/systemInstruction/parts/0", (body) => body["systemInstruction"].parts[0], "text"],
    say: (role, text) => ({ role, parts: [{ text }] }),
  },
  converse: {
    file: "../ground-truth/bedrock/pydantic-converse-caching.jsonl",
    id: "#1",
    path: "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse",
    tools: (body) => body["toolConfig"].tools,
    toolsAt: "/toolConfig/tools",
    toolAt: 0,
    declared: (tool) => tool["toolSpec"],
    schema: "inputSchema",
    list: "messages",
    said: [0, "/messages/0/content/0", (message) => message["content"][0], "text"],
    call: [1, "/messages/1/content/0", (message) => message["content"][0].toolUse, "input"],
    result: [2, "/messages/2/content/0", (message) => message["content"][0].toolResult.content[0], "text"],
    system: ["/system/0", (body) => body["system"][0], "text"],
    say: (role, text) => ({ role: role === "model" ? "assistant" : "user", content: [{ text }] }),
    // Breakpoints are elements of the lists here; what they do is another suite's.
    prepare: (body) => {
      body["toolConfig"].tools = body["toolConfig"].tools.filter((tool: Json) => tool["cachePoint"] === undefined);
      body["system"] = body["system"].filter((block: Json) => block["cachePoint"] === undefined);
    },
  },
};

export type WireName = keyof typeof wireBodies;
