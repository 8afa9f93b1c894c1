import { describe, expect, test } from "vitest";
import { openaiDiagnostics, type OpenaiDiagnostics } from "../../harness/cache-model/miss-reasons.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { openaiBoundaryRules } from "../../harness/providers/openai/cache-rules.ts";
import { parseLayout } from "../../harness/wires/openai-responses/parse-layout.ts";
import { parentBody } from "../mock/anthropic-body.ts";
import { askHandler } from "../mock/ask-handler.ts";
import { writtenTokens } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

describe("V55 Anthropic's cache_miss_reason from the mocked provider", () => {
  const turn = { role: "user", content: "And how many tomorrow?" };
  const answers = { parent: [{ text: "a" }, { text: "b" }, { text: "c" }] };

  /** The diagnostics of a second request that names the first one's answer. */
  function told(second: Json, named?: string | null): unknown {
    const { ask } = askHandler(answers);
    const opted = (previous: string | null): Json => ({ diagnostics: { previous_message_id: previous } });
    const first = ask({ ...parentBody, ...opted(null) }, { lane: "parent" }).json;
    expect(first["diagnostics"], "the first turn has nothing to compare with").toBeNull();
    const previous = named === undefined ? String(first["id"]) : named;
    return ask({ ...parentBody, ...second, ...opted(previous) }, { lane: "parent" }).json["diagnostics"];
  }

  test("does not report an appended turn or a moved breakpoint", () => {
    expect(told({ messages: [...parentBody.messages, turn] })).toBeNull();
    expect(told({ cache_control: { type: "ephemeral" } })).toBeNull();
  });

  test("reports re-ordered tools as tools_changed, with the tokens that could have been read", () => {
    const reordered = { tools: parentBody.tools?.toReversed() };
    expect(told(reordered)).toEqual({
      cache_miss_reason: { type: "tools_changed", cache_missed_input_tokens: expect.any(Number) },
    });
    expect(missed(told(reordered))).toBeGreaterThan(2000);
  });

  test("reports an additional tool at the end of the list as tools_changed", () => {
    const added = { tools: [...(parentBody.tools ?? []), { name: "Grep", input_schema: { type: "object" } }] };
    expect(told(added)).toMatchObject({ cache_miss_reason: { type: "tools_changed" } });
  });

  test("names the earliest difference and does not count the content before it as missed", () => {
    const system = [{ type: "text", text: "You look after a large shop." }];
    expect(told({ system, messages: [turn] })).toMatchObject({ cache_miss_reason: { type: "system_changed" } });
    expect(told({ messages: [turn] })).toMatchObject({ cache_miss_reason: { type: "messages_changed" } });
    expect(missed(told({ messages: [turn] }))).toBeLessThan(missed(told({ system })));
    expect(told({ model: "claude-sonnet-4-5", system })).toMatchObject({
      cache_miss_reason: { type: "model_changed" },
    });
  });

  test("reports another parameter as unavailable, and an unknown ID as not found", () => {
    expect(told({ tool_choice: { type: "any" } })).toEqual({ cache_miss_reason: { type: "unavailable" } });
    expect(told({}, "msg_nobody")).toEqual({ cache_miss_reason: { type: "previous_message_not_found" } });
    expect(told({}, null)).toBeNull();
  });

  test("is absent unless the request asks for it, and comes at the start of a stream", () => {
    const { ask } = askHandler(answers);
    expect(ask(parentBody, { lane: "parent" }).json).not.toHaveProperty("diagnostics");
    const asked = { ...parentBody, stream: true, diagnostics: { previous_message_id: "msg_nobody" } };
    const { parts } = ask(asked, { lane: "parent" }).plan;
    const [start = "", ...rest] = parts.map((part) => (part.part === "bytes" ? part.bytes.toString() : ""));
    expect(start).toContain('"cache_miss_reason":{"type":"previous_message_not_found"}');
    expect(rest.join("")).not.toContain("diagnostics");
  });

  function missed(diagnostics: unknown): number {
    return Number(/"cache_missed_input_tokens":(\d+)/.exec(JSON.stringify(diagnostics))?.[1]);
  }
});

describe("V78 OpenAI's comparison diagnostics", () => {
  const tool = (name: string): Json => ({
    type: "function",
    name,
    parameters: { type: "object" },
    description: "900tok",
  });
  const say = (content: string): Json => ({ type: "message", role: "user", content });
  const parent = { model: "gpt-5.6-sol", tools: [tool("a"), tool("b")], input: [say("one 200tok"), say("two 100tok")] };

  function told(after: Json, read = 0): OpenaiDiagnostics {
    return openaiDiagnostics(remembered(parent), remembered(after), read);
  }

  test.each([
    ["tools_changed", { ...parent, tools: [tool("b"), tool("a")] }, 2100],
    ["prompt_cache_key_changed", { ...parent, prompt_cache_key: "fork" }, 2100],
    ["reasoning_effort_changed", { ...parent, reasoning: { effort: "high" } }, 2100],
    ["text_format_changed", { ...parent, text: { format: { type: "json_object" } } }, 2100],
    ["verbosity_changed", { ...parent, text: { verbosity: "low" } }, 2100],
    ["service_tier_changed", { ...parent, service_tier: "flex" }, 2100],
    ["model_changed", { ...parent, model: "gpt-6-sol" }, 2100],
    ["input_changed", { ...parent, input: [say("one 200tok"), say("other 100tok")] }, 100],
    [
      "context_compacted",
      { ...parent, input: [{ type: "compaction", encrypted_content: "x" }, say("two 100tok")] },
      300,
    ],
  ])("reports the reason %s", (reason, after, missed) => {
    expect(told(after)).toEqual({
      type: "cache_miss",
      reason,
      cache_missed_tokens: missed,
      comparison_reusable_tokens: 2100,
    });
  });

  test("reports an appended message as a hit if something was read, else as unavailable, and an unknown response as not found", () => {
    const longer = { ...parent, input: [...parent.input, say("three")] };
    expect(told(longer, 2100)).toEqual({ type: "cache_hit" });
    expect(told(longer, 0)).toEqual({ type: "unavailable" });
    expect(openaiDiagnostics(undefined, remembered(longer), 0)).toEqual({ type: "comparison_response_not_found" });
  });

  function remembered(body: Json): Parameters<typeof openaiDiagnostics>[1] {
    const layout = parseLayout(Buffer.from(JSON.stringify(body)));
    const context = { rules: openaiBoundaryRules, tokens: writtenTokens(0), workspace: "w" };
    return { layout, chain: chainOf(layout, context), rules: openaiBoundaryRules };
  }
});
