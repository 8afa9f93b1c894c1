import { expect, test } from "vitest";
import { askHandler } from "./ask-handler.ts";

type Json = { readonly [name: string]: unknown };

const say = (text: string): Json => ({ role: "user", content: [{ type: "text", text }] });
const base = { model: "claude-sonnet-4-6", max_tokens: 64, messages: [say("a")] };
const blocks = (role: string, ...content: readonly unknown[]): Json => ({
  messages: [say("a"), { role, content }, say("b")],
});
const tool = { name: "x", input_schema: { type: "object" } };
const mark = (cache_control: unknown): Json => ({
  messages: [{ role: "user", content: [{ type: "text", text: "a", cache_control }] }],
});

/** Wording: recorded refusals and harness/providers/FACTS.md#anthropic-refusals; elsewhere as its likes there. */
const refused: readonly (readonly [name: string, change: Json, message: string | RegExp])[] = [
  ["an unknown member", { foo: 1 }, "foo: Extra inputs are not permitted"],
  ["a temperature above 1", { temperature: 3 }, "temperature: range: 0..1"],
  ["a temperature in words", { temperature: "hot" }, "temperature: Input should be a valid number"],
  ["a number for system", { system: 5 }, "system: Input does not match the expected shape."],
  ["a picture in system", { system: [{ type: "image" }] }, "system.0.type: Input should be 'text'"],
  ["stream as a word", { stream: "yes" }, "stream: Input should be a valid boolean"],
  ["an effort that is none", { output_config: { effort: "huge" } }, /^output_config\.effort: Input should be 'low'/],
  [
    "a mark of another type",
    mark({ type: "forever" }),
    "messages.0.content.0.cache_control.type: Input should be 'ephemeral'",
  ],
  ["a mark without a type", mark({}), "messages.0.content.0.cache_control.type: Field required"],
  [
    "a mark that is a word",
    mark("ephemeral"),
    "messages.0.content.0.cache_control: Input does not match the expected shape.",
  ],
  [
    "an automatic mark of another type",
    { cache_control: { type: "x" } },
    "cache_control.type: Input should be 'ephemeral'",
  ],
  ["tools that are no list", { tools: {} }, "tools: Input does not match the expected shape."],
  ["a tool that is null", { tools: [null] }, "tools.0: Input does not match the expected shape."],
  ["a tool without a name", { tools: [{ input_schema: { type: "object" } }] }, "tools.0.custom.name: Field required"],
  ["a tool without a schema", { tools: [{ name: "x" }] }, "tools.0.custom.input_schema: Field required"],
  ["an empty schema", { tools: [{ name: "x", input_schema: {} }] }, "tools.0.custom.input_schema.type: Field required"],
  [
    "a schema that is a list",
    { tools: [{ name: "x", input_schema: [] }] },
    "tools.0.custom.input_schema: Input does not match the expected shape.",
  ],
  [
    "a schema of a text",
    { tools: [{ name: "x", input_schema: { type: "string" } }] },
    "tools.0.custom.input_schema.type: Input should be 'object'",
  ],
  [
    "a tool with a member of another wire",
    { tools: [{ ...tool, parameters: {} }] },
    "tools.0.custom.parameters: Extra inputs are not permitted",
  ],
  [
    "a tool of another wire",
    { tools: [{ type: "function", function: {} }] },
    /^tools\.0: Input tag 'function' found using 'type'/,
  ],
  [
    "a tool name with a blank",
    { tools: [{ ...tool, name: "a b" }] },
    /^tools\.0\.custom\.name: String should match pattern/,
  ],
  [
    "a choice without tools",
    { tool_choice: { type: "auto" } },
    "tool_choice may only be specified while providing tools.",
  ],
  ["a choice that is none", { tools: [tool], tool_choice: { type: "required" } }, /^tool_choice: Input tag 'required'/],
  [
    "a choice of a tool that is not there",
    { tools: [tool], tool_choice: { type: "tool", name: "y" } },
    "Tool 'y' not found in provided tools",
  ],
  [
    "an unknown block",
    blocks("user", { type: "robot" }),
    /^messages\.1\.content\.0: Input tag 'robot' found using 'type' does not match any of the expected tags: /,
  ],
  ["a block that is null", blocks("user", null), "messages.1.content.0: Input does not match the expected shape."],
  ["a text block without its text", blocks("user", { type: "text" }), "messages.1.content.0.text.text: Field required"],
  [
    "a text block with more",
    blocks("user", { type: "text", text: "a", parsed: 1 }),
    "messages.1.content.0.text.parsed: Extra inputs are not permitted",
  ],
  [
    "a number for a content",
    { messages: [{ role: "user", content: 5 }] },
    "messages.0: Input does not match the expected shape.",
  ],
  [
    "a message with more",
    { messages: [{ ...say("a"), name: "Ann" }] },
    "messages.0.name: Extra inputs are not permitted",
  ],
  [
    "thinking of a user",
    blocks("user", { type: "thinking", thinking: "hm", signature: "s" }),
    "messages.1.content.0: `thinking` blocks can only be in `assistant` messages",
  ],
  [
    "thinking without a signature",
    blocks("assistant", { type: "thinking", thinking: "hm" }),
    "messages.1.content.0.thinking.signature: Field required",
  ],
  [
    "a call of a user",
    blocks("user", { type: "tool_use", id: "a", name: "x", input: {} }),
    "messages.1.content.0: `tool_use` blocks can only be in `assistant` messages",
  ],
  [
    "a result of an assistant",
    blocks("assistant", { type: "tool_result", tool_use_id: "a" }),
    "messages.1.content.0: `tool_result` blocks can only be in `user` messages",
  ],
  [
    "too long an answer",
    { model: "claude-sonnet-5", max_tokens: 1_000_000 },
    "max_tokens: 1000000 > 128000, which is the maximum allowed number of output tokens for claude-sonnet-5",
  ],
  [
    "a system message on 4.6",
    { messages: [say("a"), { role: "system", content: "note" }] },
    "role 'system' is not supported on this model",
  ],
  [
    "thinking enabled on Opus 4.8",
    { model: "claude-opus-4-8", max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 2048 } },
    /^"thinking\.type\.enabled" is not supported for this model/,
  ],
  [
    "adaptive thinking on 4.5",
    { model: "claude-sonnet-4-5", thinking: { type: "adaptive" } },
    "adaptive thinking is not supported on this model",
  ],
  ["a thinking that is none", { thinking: { type: "deep" } }, /^thinking: Input tag 'deep'/],
  [
    "a small budget",
    { max_tokens: 4096, thinking: { type: "enabled", budget_tokens: 9 } },
    "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
  ],
  [
    "a budget beyond the answer",
    { max_tokens: 2000, thinking: { type: "enabled", budget_tokens: 2048 } },
    "`max_tokens` must be greater than `thinking.budget_tokens`.",
  ],
  [
    "thinking at another temperature",
    { temperature: 0.5, thinking: { type: "adaptive" } },
    /^`temperature` may only be set to 1/,
  ],
  [
    "a forced tool with enabled thinking",
    {
      tools: [tool],
      tool_choice: { type: "any" },
      max_tokens: 4096,
      thinking: { type: "enabled", budget_tokens: 2048 },
    },
    "Thinking may not be enabled when tool_choice forces tool use.",
  ],
  [
    "a forced tool on Opus 5.5",
    { model: "claude-opus-5-5", tools: [tool], tool_choice: { type: "any" } },
    /not supported on this model$/,
  ],
];

test.each(refused)("%s", (_name, change, message) => {
  const { ask, handler } = askHandler([{ text: "Fine." }]);
  const answer = ask({ ...base, ...change });
  expect(answer).toMatchObject({ status: 400, json: { type: "error", error: { type: "invalid_request_error" } } });
  expect((answer.json["error"] as Json)["message"]).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
  expect(handler.finish()[0]?.what, "no step of the script is used").toBeDefined();
});

test("vendors who serve the wire for models of their own pass over what they do not know", () => {
  const { ask } = askHandler([{ text: "Fine." }]);
  expect(ask({ ...base, model: "MiniMax-M2.1", foo: 1, temperature: 2 }).status).toBe(200);
});
