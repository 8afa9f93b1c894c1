import { describe, expect, it } from "vitest";
import type { Wire } from "../../harness/wires/wire.ts";
import { wires } from "../../harness/wires/list.ts";
import type { Block, DialectName, Layout } from "../../harness/kernel/layout.ts";
import { showLayout } from "../support/show-layout.ts";
import { wireBodies } from "../support/wire-bodies.ts";

const named = (name: DialectName): Wire => {
  const dialect = wires.find((each) => each.name === name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return dialect;
};
const parseLayout = (name: DialectName, body: string): Layout => named(name).parseLayout(Buffer.from(body));
const show = (name: DialectName, body: object | string): readonly string[] =>
  showLayout(parseLayout(name, typeof body === "string" ? body : JSON.stringify(body)));
const blocksOf = ({ units }: Layout): readonly Block[] =>
  units.flatMap((unit) => (unit.unit === "block" ? [unit] : []));
const marksOf = (layout: Layout): readonly (readonly [string, string | null])[] =>
  blocksOf(layout).flatMap(({ marks }) => marks.map(({ pointer, ttl }) => [pointer, ttl] as const));

describe("the layout of Chat Completions", () => {
  it("has tools, leading system and developer messages, and the others in cache order", () => {
    expect(show("openai-chat", wireBodies["openai-chat"])).toEqual([
      '/tools/0 tools tool {"type":"function","function":{"name":"read","description":"Reads a file.","parameters":{"type":"object"}}}',
      '/tools/1 tools tool {"type":"custom","custom":{"name":"run"}}',
      '/messages/0 (system) "role":"system"',
      '/messages/0/content/0 system text {"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}',
      '/messages/1 (developer) "role":"developer" "name":"house"',
      '/messages/1/content system text "Answer in English."',
      '/messages/2 (user) "role":"user"',
      '/messages/2/content/0 messages text {"type":"text","text":"Look"}',
      '/messages/2/content/1 messages media {"type":"image_url","image_url":{"url":"data:,"}}',
      '/messages/3 (assistant) "role":"assistant"',
      '/messages/3/content messages text "I read."',
      '/messages/3/reasoning_content messages thinking "A file first."',
      '/messages/3/tool_calls/0 messages tool-use {"id":"call_1","type":"function","function":{"name":"read","arguments":"{\\"path\\":\\"a\\"}"}}',
      '/messages/4 (tool) "role":"tool" "tool_call_id":"call_1"',
      '/messages/4/content messages tool-result "one\\ntwo"',
      '/messages/5 (system) "role":"system"',
      '/messages/5/content messages text "The date has changed."',
      '/messages/6 (user) "role":"user"',
      '/messages/6/content messages text "Go on."',
    ]);
  });

  it("keeps members without a block in the envelope, whatever the member order of a message", () => {
    const message = { tool_calls: [{ id: "c" }], content: null, refusal: null, reasoning: "r", role: "assistant" };
    expect(show("openai-chat", { messages: [message, { content: [], role: "user" }] })).toEqual([
      '/messages/0 (assistant) "content":null "refusal":null "role":"assistant"',
      '/messages/0/reasoning messages thinking "r"',
      '/messages/0/tool_calls/0 messages tool-use {"id":"c"}',
      '/messages/1 (user) "content":[] "role":"user"',
    ]);
  });

  it("recognises thinking in each of its spellings", () => {
    const content = [
      { type: "thinking", thinking: [] },
      { type: "text", text: "a" },
      { type: "refusal", refusal: "no" },
    ];
    const message = { role: "assistant", content, reasoning_details: [{ type: "reasoning.text", text: "r" }] };
    const layout = parseLayout("openai-chat", JSON.stringify({ messages: [message] }));
    expect(blocksOf(layout).map(({ kind }) => kind)).toEqual(["thinking", "text", "text", "thinking"]);
  });

  it("finds breakpoints in two spellings, and the automatic one at the top", () => {
    const content = [
      { type: "text", text: "a", prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } },
      { cache_control: { type: "ephemeral" }, prompt_cache_breakpoint: {}, type: "text" },
    ];
    const tool = { type: "function", function: { cache_control: 1 }, cache_control: { type: "ephemeral" } };
    const layout = parseLayout(
      "openai-chat",
      JSON.stringify({ cache_control: { type: "ephemeral" }, tools: [tool], messages: [{ role: "user", content }] }),
    );
    expect(marksOf(layout)).toEqual([
      ["/tools/0/cache_control", null],
      ["/messages/0/content/0/prompt_cache_breakpoint", "12h"],
      ["/messages/0/content/1/cache_control", null],
      ["/messages/0/content/1/prompt_cache_breakpoint", null],
    ]);
    expect(layout.automaticMark?.pointer).toBe("/cache_control");
  });
});

describe("the layout of Responses", () => {
  it("has tools, the tools of the first items, instructions and items in cache order", () => {
    expect(show("openai-responses", wireBodies["openai-responses"])).toEqual([
      '/tools/0 tools tool {"type":"function","name":"read","parameters":{"type":"object"},"strict":false}',
      '/input/0/tools/0 tools tool {"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec"}]}',
      '/instructions system text "Be brief."',
      '/input/1 (developer) "type":"message" "id":"msg_1" "role":"developer"',
      '/input/1/content/0 system text {"type":"input_text","text":"Answer in English."}',
      '/input/0 (developer) "type":"additional_tools" "id":"at_1" "role":"developer"',
      '/input/2 (user) "role":"user"',
      '/input/2/content messages text "Look around."',
      "/input/3 ()",
      '/input/3 messages thinking {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAA"}',
      '/input/4 (assistant) "type":"message" "id":"msg_2" "role":"assistant" "status":"completed"',
      '/input/4/content/0 messages text {"type":"output_text","text":"I read.","annotations":[]}',
      "/input/5 ()",
      '/input/5 messages tool-use {"type":"custom_tool_call","id":"ctc_1","status":"completed","call_id":"call_1","name":"exec","input":"cat a"}',
      "/input/6 ()",
      '/input/6 messages tool-result {"type":"custom_tool_call_output","id":"ctco_1","call_id":"call_1","output":[{"type":"input_text","text":"one"}]}',
      "/input/7 ()",
      '/input/7 messages other {"type":"item_reference","id":"msg_9"}',
      '/input/8 (user) "role":"user"',
      '/input/8/content/0 messages text {"type":"input_text","text":"Go on."}',
    ]);
  });

  it("keeps the tools of a later item in place, whatever the member order of an item", () => {
    const later = { tools: [{ name: "b" }], role: "developer", type: "additional_tools" };
    expect(show("openai-responses", { input: [{ content: "x", role: "user" }, later] })).toEqual([
      '/input/0 (user) "role":"user"',
      '/input/0/content messages text "x"',
      "/input/1 (developer)",
      '/input/1 messages other {"tools":[{"name":"b"}],"role":"developer","type":"additional_tools"}',
    ]);
  });

  it("counts system and developer items as system prompt up to the first other item, wherever the instructions are", () => {
    const input = [
      { type: "message", content: "a", role: "system" },
      { role: "developer", tools: [{ name: "t" }], type: "additional_tools" },
      { role: "developer", content: [{ type: "input_text", text: "b" }] },
      { role: "user", content: [] },
      { role: "developer", content: "c" },
    ];
    const { units } = parseLayout("openai-responses", JSON.stringify({ input, instructions: "i" }));
    expect(units.map(({ pointer, segment }) => `${pointer} ${segment}`)).toEqual([
      "/instructions system",
      "/input/0 system",
      "/input/0/content system",
      "/input/1 system",
      "/input/1 system",
      "/input/2 system",
      "/input/2/content/0 system",
      "/input/3 messages",
      "/input/4 messages",
      "/input/4/content messages",
    ]);
  });

  it("counts plain text as the user's message", () => {
    expect(show("openai-responses", { input: "hi" })).toEqual(["/input (user)", '/input messages text "hi"']);
  });

  it("finds breakpoints on parts and inside results, finds deferred tools, and distinguishes null from instructions", () => {
    const layout = parseLayout(
      "openai-responses",
      JSON.stringify({
        instructions: null,
        tools: [{ type: "function", name: "late", defer_loading: true }, { type: "tool_search" }],
        input: [
          { role: "user", content: [{ type: "input_text", text: "a", prompt_cache_breakpoint: { mode: "explicit" } }] },
          { type: "function_call_output", output: [{ type: "input_text", text: "b", prompt_cache_breakpoint: {} }] },
        ],
      }),
    );
    expect(marksOf(layout).map(([pointer]) => pointer)).toEqual([
      "/input/0/content/0/prompt_cache_breakpoint",
      "/input/1/output/0/prompt_cache_breakpoint",
    ]);
    expect(blocksOf(layout).map(({ deferred }) => deferred)).toEqual([true, false, false, false]);
    expect(layout.parameters.map(({ name }) => name)).toEqual(["instructions"]);
  });
});

describe("the layout of generateContent", () => {
  it("has declarations, other tools, the instruction's parts and contents in cache order", () => {
    expect(show("gemini-generate", wireBodies["gemini-generate"])).toEqual([
      '/tools/0/functionDeclarations/0 tools tool {"name":"read","parametersJsonSchema":{}}',
      '/tools/0/functionDeclarations/1 tools tool {"name":"run"}',
      '/tools/0/codeExecution tools tool "codeExecution":{}',
      '/tools/1 tools tool {"googleSearch":{}}',
      '/systemInstruction (user) "role":"user"',
      '/systemInstruction/parts/0 system text {"text":"Be brief."}',
      '/systemInstruction/parts/1 system text {"text":"Answer in English."}',
      '/contents/0 (user) "role":"user"',
      '/contents/0/parts/0 messages text {"text":"Look around."}',
      '/contents/0/parts/1 messages media {"inlineData":{"mimeType":"image/png","data":"AA=="}}',
      '/contents/1 (model) "role":"model"',
      '/contents/1/parts/0 messages thinking {"text":"A file first.","thought":true}',
      '/contents/1/parts/1 messages tool-use {"functionCall":{"name":"read","args":{"path":"a"}},"thoughtSignature":"c2ln"}',
      '/contents/2 (user) "role":"user"',
      '/contents/2/parts/0 messages tool-result {"functionResponse":{"name":"read","response":{"output":"one\\ntwo"}}}',
    ]);
  });

  it("accepts names in either spelling, and one part without a list", () => {
    const body = `{"system_instruction":{"parts":{"text":"a"}},"tools":[{"function_declarations":[{"name":"t"}]}],"contents":[{"parts":{"text":"b"}}],"cachedContent":"cachedContents/1"}`;
    expect(show("gemini-generate", body)).toEqual([
      '/tools/0/function_declarations/0 tools tool {"name":"t"}',
      "/system_instruction ()",
      '/system_instruction/parts system text {"text":"a"}',
      "/contents/0 ()",
      '/contents/0/parts messages text {"text":"b"}',
    ]);
    expect(parseLayout("gemini-generate", body).parameters.map(({ name }) => name)).toEqual(["cachedContent"]);
  });
});

describe("the layout of Converse", () => {
  it("counts a cache point as a breakpoint on the block before it", () => {
    const layout = parseLayout("bedrock-converse", wireBodies["bedrock-converse"]);
    expect(showLayout(layout)).toEqual([
      '/toolConfig/tools/0 tools tool {"toolSpec":{"name":"read","inputSchema":{"json":{"type":"object"}}}}',
      '/toolConfig/tools/1 tools tool {"toolSpec":{"name":"run","inputSchema":{"json":{}}}},{"cachePoint":{"type":"default"}}',
      '/system/0 system text {"text":"Be brief."},{"cachePoint":{"type":"default","ttl":"1h"}}',
      '/messages/0 (user) "role":"user"',
      '/messages/0/content/0 messages text {"text":"Look around."},{"cachePoint":{"type":"default"}}',
      '/messages/1 (assistant) "role":"assistant"',
      '/messages/1/content/0 messages tool-use {"toolUse":{"toolUseId":"t1","name":"read","input":{"path":"a"}}}',
      '/messages/2 (user) "role":"user"',
      '/messages/2/content/0 messages tool-result {"toolResult":{"toolUseId":"t1","content":[{"text":"one\\ntwo"}]}}',
      '/messages/2/content/1 messages text {"text":"Go on."}',
    ]);
    expect(marksOf(layout)).toEqual([
      ["/toolConfig/tools/2/cachePoint", null],
      ["/system/1/cachePoint", "1h"],
      ["/messages/0/content/1/cachePoint", null],
    ]);
    expect(layout.parameters.map(({ name }) => name)).toEqual(["inferenceConfig", "toolConfig.toolChoice"]);
  });

  it("counts a cache point before all blocks as a leading breakpoint of the first", () => {
    const body = { system: [{ cachePoint: { type: "default" } }, { text: "Be brief." }], messages: [] };
    const layout = parseLayout("bedrock-converse", JSON.stringify(body));
    expect(showLayout(layout)).toEqual(['/system/1 system text {"text":"Be brief."}']);
    expect(marksOf(layout)).toEqual([["/system/0/cachePoint", null]]);
  });

  it("keeps a cache point without a block next to it", () => {
    expect(show("bedrock-converse", { messages: [{ role: "user", content: [{ cachePoint: {} }] }] })).toEqual([
      '/messages/0 (user) "role":"user"',
      '/messages/0/content/0 messages other {"cachePoint":{}}',
    ]);
  });
});
