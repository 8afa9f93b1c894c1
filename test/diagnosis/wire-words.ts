// oxlint-disable-next-line typescript/no-explicit-any -- messages of four shapes
export type Message = { [name: string]: any };

/** How each wire format other than Messages writes the parts of an agent's conversation; `null` for parts that it lacks. */
export type WireWords = {
  /** Pointer of a block: the index of its message and its place in that message, both from 0. */
  readonly at: (message: number, block: number) => string;
  readonly user: (...texts: readonly string[]) => Message;
  readonly model: (text: string) => Message;
  readonly call: (id: string, args: object) => Message;
  readonly answer: (id: string, text: string) => Message;
  /** A thought with what was said behind it, and the same without the thought. */
  readonly thought: readonly [withThought: readonly Message[], without: readonly Message[]];
  /** A picture and a text; what else may stand in the picture's place. */
  readonly picture: (text: string) => Message;
  /** The content of the system prompt in one piece, and set anew in several. */
  readonly system: {
    readonly get: (body: Message) => string;
    readonly set: (body: Message, ...texts: readonly string[]) => void;
  };
  readonly systemAt: string;
  /** A tool that the provider runs; null if it is a member outside the tools, which `serverTool` of the codes sets. */
  readonly serverTool: (body: Message) => void;
};

const PIXEL = "iVBORw0KGgo=";

const chat: WireWords = {
  at: (message, block) => `/messages/${message}/content/${block}`,
  user: (...texts) => ({ role: "user", content: texts.map((text) => ({ type: "text", text })) }),
  model: (content) => ({ role: "assistant", content }),
  call: (id, args) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: JSON.stringify(args) } }],
  }),
  answer: (id, content) => ({ role: "tool", tool_call_id: id, content }),
  thought: [
    [{ role: "assistant", content: "I see.", reasoning_content: "It is in the reader." }],
    [{ role: "assistant", content: "I see." }],
  ],
  picture: (text) => ({
    role: "user",
    content: [
      { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
      { type: "text", text },
    ],
  }),
  system: {
    get: (body) => body["messages"][0].content,
    set: (body, ...texts) => {
      body["messages"][0].content = texts.length === 1 ? texts[0] : texts.map((text) => ({ type: "text", text }));
    },
  },
  systemAt: "/messages/0/content",
  serverTool: (body) => {
    body["web_search_options"] = {};
  },
};

const responses: WireWords = {
  at: (message, block) => `/input/${message}/content/${block}`,
  user: (...texts) => ({
    type: "message",
    role: "user",
    content: texts.map((text) => ({ type: "input_text", text })),
  }),
  model: (content) => ({ type: "message", role: "assistant", content }),
  call: (id, args) => ({ type: "function_call", call_id: id, name: "read_file", arguments: JSON.stringify(args) }),
  answer: (id, output) => ({ type: "function_call_output", call_id: id, output }),
  thought: [
    [
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "It is in the reader." }],
        encrypted_content: "Z0FB",
      },
      { type: "message", role: "assistant", content: "I see." },
    ],
    [{ type: "message", role: "assistant", content: "I see." }],
  ],
  picture: (text) => ({
    type: "message",
    role: "user",
    content: [
      { type: "input_image", image_url: `data:image/png;base64,${PIXEL}` },
      { type: "input_text", text },
    ],
  }),
  system: {
    get: (body) => body["instructions"],
    set: (body, ...texts) => {
      body["instructions"] = texts.join("");
    },
  },
  systemAt: "/instructions",
  serverTool: (body) => {
    body["tools"].push({ type: "web_search" });
  },
};

const items: WireWords = {
  ...responses,
  system: {
    get: (body) => body["input"][0].content,
    set: (body, ...texts) => {
      body["input"][0].content = texts.length === 1 ? texts[0] : texts.map((text) => ({ type: "input_text", text }));
    },
  },
  systemAt: "/input/0/content",
};

const gemini: WireWords = {
  at: (message, block) => `/contents/${message}/parts/${block}`,
  user: (...texts) => ({ role: "user", parts: texts.map((text) => ({ text })) }),
  model: (text) => ({ role: "model", parts: [{ text }] }),
  call: (id, args) => ({ role: "model", parts: [{ functionCall: { id, name: "read_file", args } }] }),
  answer: (id, output) => ({
    role: "user",
    parts: [{ functionResponse: { id, name: "read_file", response: { output } } }],
  }),
  thought: [
    [{ role: "model", parts: [{ text: "It is in the reader.", thought: true }, { text: "I see." }] }],
    [{ role: "model", parts: [{ text: "I see." }] }],
  ],
  picture: (text) => ({ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: PIXEL } }, { text }] }),
  system: {
    get: (body) => body["systemInstruction"].parts[0].text,
    set: (body, ...texts) => {
      body["systemInstruction"].parts = texts.map((text) => ({ text }));
    },
  },
  systemAt: "/systemInstruction/parts/0",
  serverTool: (body) => {
    body["tools"].push({ googleSearch: {} });
  },
};

const converse: WireWords = {
  at: (message, block) => `/messages/${message}/content/${block}`,
  user: (...texts) => ({ role: "user", content: texts.map((text) => ({ text })) }),
  model: (text) => ({ role: "assistant", content: [{ text }] }),
  call: (id, args) => ({
    role: "assistant",
    content: [{ toolUse: { toolUseId: id, name: "catalog_lookup", input: args } }],
  }),
  answer: (id, text) => ({ role: "user", content: [{ toolResult: { toolUseId: id, content: [{ text }] } }] }),
  thought: [
    [
      {
        role: "assistant",
        content: [
          { reasoningContent: { reasoningText: { text: "It is in the reader.", signature: "c2ln" } } },
          { text: "I see." },
        ],
      },
    ],
    [{ role: "assistant", content: [{ text: "I see." }] }],
  ],
  picture: (text) => ({
    role: "user",
    content: [{ image: { format: "png", source: { bytes: PIXEL } } }, { text }],
  }),
  system: {
    get: (body) => body["system"][0].text,
    set: (body, ...texts) => {
      body["system"] = texts.map((text) => ({ text }));
    },
  },
  systemAt: "/system/0",
  serverTool: (body) => {
    body["toolConfig"].tools.push({ systemTool: { name: "nova_grounding" } });
  },
};

export const wireWords: Readonly<Record<"chat" | "responses" | "items" | "gemini" | "converse", WireWords>> = {
  chat,
  responses,
  items,
  gemini,
  converse,
};
