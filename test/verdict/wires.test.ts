import { describe, expect, it } from "vitest";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { chat, judged, responses, text } from "../support/judged.ts";

const converse = (...content: readonly object[]): object => ({ messages: [{ role: "user", content }] });
const cachePoint = { cachePoint: { type: "default" } };

describe("the normalisations on every wire format", () => {
  it.each<readonly [string, DialectName, object, object, readonly string[]]>([
    [
      "a mark that moved on",
      "openai-chat",
      chat(text([{ type: "text", text: "a", cache_control: { type: "ephemeral" } }])),
      chat(text([{ type: "text", text: "a" }])),
      ["cache_control"],
    ],
    [
      "a system prompt that is marked only as a list",
      "openai-chat",
      chat({ role: "system", content: "s" }, text("a")),
      chat({ role: "system", content: [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }] }, text("a")),
      ["cache_control", "string-as-text-block"],
    ],
    [
      "what a tool answered, as a string and as a part",
      "openai-chat",
      chat(text("a"), { role: "tool", tool_call_id: "c", content: "r" }),
      chat(text("a"), { role: "tool", tool_call_id: "c", content: [{ type: "text", text: "r" }] }),
      ["string-as-text-block"],
    ],
    [
      "what a tool answered, as a string and as a part of an item with another id",
      "openai-responses",
      responses(text("a"), { type: "function_call_output", call_id: "c", output: "r", id: "1" }),
      responses(text("a"), {
        type: "function_call_output",
        id: "2",
        call_id: "c",
        output: [{ type: "input_text", text: "r" }],
      }),
      ["string-as-text-block", "item-id-and-key-order"],
    ],
    [
      "a system prompt as a string and as a marked block",
      "anthropic-messages",
      { system: "s", messages: [text("a")] },
      { system: [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }], messages: [text("a")] },
      ["cache_control", "string-as-text-block"],
    ],
    [
      "a cache point that moved on",
      "bedrock-converse",
      converse({ text: "a" }, cachePoint),
      converse({ text: "a" }, { text: "b" }, cachePoint),
      ["cache_control"],
    ],
    [
      "a cache point before all blocks",
      "bedrock-converse",
      converse(cachePoint, { text: "a" }),
      converse({ text: "a" }, { text: "b" }),
      ["cache_control"],
    ],
    [
      "a cache point before the system prompt that went",
      "bedrock-converse",
      { system: [{ text: "s" }], ...converse({ text: "a" }) },
      { system: [cachePoint, { text: "s" }], ...converse({ text: "a" }) },
      ["cache_control"],
    ],
  ])("forgive %s", (_, dialect, parent, child, normalisations) => {
    expect(judged(dialect, parent, child)).toMatchObject({ verdict: "rendered-identical", normalisations });
  });

  it.each<readonly [string, DialectName, object, object]>([
    [
      "reasoning under another name",
      "openai-chat",
      chat({ role: "assistant", reasoning: "r" }),
      chat({ role: "assistant", reasoning_content: "r" }),
    ],
    [
      "an answer that became a thought",
      "openai-chat",
      chat({ role: "assistant", content: "r" }),
      chat({ role: "assistant", reasoning_content: "r" }),
    ],
    [
      "a system prompt under another role",
      "openai-chat",
      chat({ role: "system", content: "s" }, text("a")),
      chat({ role: "developer", content: "s" }, text("a")),
    ],
    [
      "system parts shared out otherwise",
      "openai-chat",
      chat({ role: "system", content: [{ a: 1 }, { b: 1 }] }, { role: "system", content: [{ c: 1 }] }, text("a")),
      chat({ role: "system", content: [{ a: 1 }] }, { role: "system", content: [{ b: 1 }, { c: 1 }] }, text("a")),
    ],
    [
      "a provider's tool of another name",
      "gemini-generate",
      { contents: [], tools: [{ functionDeclarations: [{}], codeExecution: {} }] },
      { contents: [], tools: [{ functionDeclarations: [{}], googleSearch: {} }] },
    ],
    [
      "an instruction's role",
      "gemini-generate",
      { contents: [{ parts: [{ text: "a" }] }], systemInstruction: { role: "user", parts: [] } },
      { contents: [{ parts: [{ text: "a" }] }], systemInstruction: { role: "system", parts: [] } },
    ],
  ])("never forgive %s", (_, dialect, parent, child) => {
    expect(judged(dialect, parent, child)).toMatchObject({ verdict: "diverged" });
  });
});

describe("the place of a divergence", () => {
  const specs = (...names: readonly string[]): object => ({
    messages: [],
    toolConfig: { tools: names.map((name) => ({ toolSpec: { name } })) },
  });
  const declared = (...names: readonly string[]): object => ({
    contents: [],
    tools: [{ functionDeclarations: names.map((name) => ({ name })) }],
  });

  it.each<readonly [string, DialectName, object, object, Partial<Judgement["divergence"]>]>([
    [
      "a system role",
      "openai-chat",
      chat({ role: "system", content: "s" }, text("a")),
      chat({ role: "developer", content: "s" }, text("a")),
      {
        segment: "system",
        pointer: "/messages/0",
        at: "/messages/0/role",
        parentExcerpt: '{"role":"system","content":"s"}',
        childExcerpt: '{"role":"developer","content":"s"}',
      },
    ],
    [
      "a second system message",
      "openai-chat",
      chat({ role: "system", content: "s" }, text("a")),
      chat({ role: "system", content: "s" }, { role: "system", content: "t" }, text("a")),
      { segment: "system", pointer: "/messages/1", childPointer: "/messages/1/content", parentOffset: null },
    ],
    [
      "an added system prompt",
      "openai-chat",
      chat(text("a")),
      chat({ role: "system", content: "s" }, text("a")),
      { segment: "system", pointer: "/messages/0", childPointer: "/messages/0/content", at: "/messages/0" },
    ],
    [
      "a call that was dropped",
      "openai-chat",
      chat({ role: "assistant", content: "a", tool_calls: [{ id: "1" }, { id: "2" }] }, text("b")),
      chat({ role: "assistant", content: "a", tool_calls: [{ id: "1" }] }, text("b")),
      {
        segment: "messages",
        pointer: "/messages/0/tool_calls/1",
        childPointer: "/messages/0/tool_calls/1",
        at: "/messages/0/tool_calls",
        childOffset: null,
      },
    ],
    [
      "added instructions",
      "openai-responses",
      responses(text("a")),
      { ...responses(text("a")), instructions: "s" },
      { segment: "system", pointer: "/instructions", childPointer: "/instructions", at: "/instructions" },
    ],
    [
      "an item's argument",
      "openai-responses",
      responses({ type: "function_call", call_id: "1", arguments: "{}" }),
      responses({ type: "function_call", call_id: "2", arguments: "{}" }),
      { pointer: "/input/0", at: "/input/0/call_id" },
    ],
    [
      "an item of another kind",
      "openai-responses",
      responses(text("a")),
      responses({ type: "reasoning", summary: [] }),
      { pointer: "/input/0", childPointer: "/input/0" },
    ],
    [
      "a dropped declaration",
      "gemini-generate",
      declared("a", "b"),
      declared("a"),
      {
        segment: "tools",
        pointer: "/tools/0/functionDeclarations/1",
        childPointer: "/tools/0/functionDeclarations/1",
        at: "/tools/0/functionDeclarations",
      },
    ],
    [
      "a tool too many",
      "bedrock-converse",
      specs("a"),
      specs("a", "b"),
      {
        segment: "tools",
        pointer: "/toolConfig/tools/1",
        childPointer: "/toolConfig/tools/1",
        at: "/toolConfig/tools",
      },
    ],
  ])("is found for %s", (_, dialect, parent, child, divergence) => {
    expect(judged(dialect, parent, child)).toMatchObject({ verdict: "diverged", divergence });
  });
});
