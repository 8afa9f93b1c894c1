import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";

/** Where a request of each wire is sent. */
export const wirePaths: Readonly<Record<DialectName, string>> = {
  "anthropic-messages": "/v1/messages",
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  "gemini-generate": "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
  "bedrock-converse": "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse",
};

/** An exchange on a wire around a hand-written body. */
export function wireExchange(dialect: DialectName, body: string | Buffer, id = "1"): Exchange {
  return {
    id,
    forkOf: null,
    method: "POST",
    path: wirePaths[dialect],
    host: null,
    headers: [],
    request: Buffer.from(body),
    response: null,
    startedAtMs: null,
    firstByteMs: null,
    fidelity: "A",
  };
}

/** The same small conversation on every wire, with what is peculiar to it; compact, as clients write it. */
export const wireBodies: Readonly<Record<DialectName, string>> = {
  "anthropic-messages": JSON.stringify({
    model: "claude-sonnet-4-5",
    max_tokens: 1024,
    tools: [
      { name: "read", description: "Reads a file.", input_schema: { type: "object", properties: {} } },
      { name: "run", input_schema: {}, cache_control: { type: "ephemeral" } },
    ],
    system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral", ttl: "1h" } }],
    messages: [
      { role: "user", content: "Look around." },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "read", input: { path: "a" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: 'one\ntwo "three"' }] },
    ],
  }),
  "openai-chat": JSON.stringify({
    model: "qwen3-coder-plus",
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }] },
      { role: "developer", content: "Answer in English.", name: "house" },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url: { url: "data:," } },
        ],
      },
      {
        role: "assistant",
        content: "I read.",
        reasoning_content: "A file first.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "one\ntwo" },
      { role: "system", content: "The date has changed." },
      { role: "user", content: "Go on." },
    ],
    tools: [
      { type: "function", function: { name: "read", description: "Reads a file.", parameters: { type: "object" } } },
      { type: "custom", custom: { name: "run" } },
    ],
    stream: true,
    prompt_cache_key: "k",
  }),
  "openai-responses": JSON.stringify({
    model: "gpt-6.1-sol",
    instructions: "Be brief.",
    tools: [{ type: "function", name: "read", parameters: { type: "object" }, strict: false }],
    input: [
      {
        type: "additional_tools",
        id: "at_1",
        role: "developer",
        tools: [{ type: "namespace", name: "functions", tools: [{ type: "custom", name: "exec" }] }],
      },
      {
        type: "message",
        id: "msg_1",
        role: "developer",
        content: [{ type: "input_text", text: "Answer in English." }],
      },
      { role: "user", content: "Look around." },
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAA" },
      {
        type: "message",
        id: "msg_2",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "I read.", annotations: [] }],
      },
      { type: "custom_tool_call", id: "ctc_1", status: "completed", call_id: "call_1", name: "exec", input: "cat a" },
      {
        type: "custom_tool_call_output",
        id: "ctco_1",
        call_id: "call_1",
        output: [{ type: "input_text", text: "one" }],
      },
      { type: "item_reference", id: "msg_9" },
      { role: "user", content: [{ type: "input_text", text: "Go on." }] },
    ],
    store: false,
    prompt_cache_key: "k",
  }),
  "gemini-generate": JSON.stringify({
    contents: [
      { role: "user", parts: [{ text: "Look around." }, { inlineData: { mimeType: "image/png", data: "AA==" } }] },
      {
        role: "model",
        parts: [
          { text: "A file first.", thought: true },
          { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "c2ln" },
        ],
      },
      { role: "user", parts: [{ functionResponse: { name: "read", response: { output: "one\ntwo" } } }] },
    ],
    systemInstruction: { parts: [{ text: "Be brief." }, { text: "Answer in English." }], role: "user" },
    tools: [
      { functionDeclarations: [{ name: "read", parametersJsonSchema: {} }, { name: "run" }], codeExecution: {} },
      { googleSearch: {} },
    ],
    toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    generationConfig: { temperature: 0.2 },
  }),
  "bedrock-converse": JSON.stringify({
    messages: [
      { role: "user", content: [{ text: "Look around." }, { cachePoint: { type: "default" } }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "read", input: { path: "a" } } }] },
      {
        role: "user",
        content: [{ toolResult: { toolUseId: "t1", content: [{ text: "one\ntwo" }] } }, { text: "Go on." }],
      },
    ],
    system: [{ text: "Be brief." }, { cachePoint: { type: "default", ttl: "1h" } }],
    toolConfig: {
      tools: [
        { toolSpec: { name: "read", inputSchema: { json: { type: "object" } } } },
        { toolSpec: { name: "run", inputSchema: { json: {} } } },
        { cachePoint: { type: "default" } },
      ],
      toolChoice: { auto: {} },
    },
    inferenceConfig: { maxTokens: 1024 },
  }),
};
