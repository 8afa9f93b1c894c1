import { expect, test } from "vitest";
import { estimateTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { chainOf, type PromptChain } from "../../../harness/cache-model/prompt/prompt-chain.ts";
import { deepseekRules } from "../../../harness/providers/deepseek/cache-rules.ts";
import { parseLayout } from "../../../harness/wires/openai-chat/parse-layout.ts";

type Json = { readonly [name: string]: unknown };

const user = { role: "user", content: "Say what changed." };
const tools = [{ type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object" } } }];
const silent = { thinking: { type: "disabled" } };

function chain(body: Json): PromptChain {
  const request = { model: "deepseek-v4-flash", messages: [user], ...body };
  return chainOf(parseLayout(Buffer.from(JSON.stringify(request))), {
    rules: deepseekRules,
    tokens: estimateTokens,
    workspace: "",
  });
}

test("DeepSeek V4 thinks unless the request disables it, after a text on effort; only the requested effort changes its length", () => {
  const head = (body: Json): number => chain(body).head - chain(silent).head;
  expect(head({})).toBe(79);
  expect(head({ thinking: { type: "enabled" }, reasoning_effort: "medium" })).toBe(79);
  expect(head({ reasoning_effort: "low" })).toBe(0);
  expect(head({ reasoning_effort: "max" })).toBeGreaterThan(79);
  expect(head({ ...silent, reasoning_effort: "max" })).toBe(0);
  expect(chain({ model: "deepseek-chat" }).head).toBe(chain({ model: "deepseek-chat", ...silent }).head);
});

test("DeepSeek reads earlier thinking only if the request has tools", () => {
  const thought = {
    role: "assistant",
    content: "Done.",
    reasoning_content: "First the list, then its tail. ".repeat(50),
  };
  const messages = (answer: Json): readonly Json[] => [user, answer, user];
  const cost = (rest: Json): number =>
    chain({ messages: messages(thought), ...rest }).total -
    chain({ messages: messages({ role: "assistant", content: "Done." }), ...rest }).total;
  expect(cost({})).toBe(0);
  expect(cost({ tools })).toBeGreaterThan(300);
});

test("each argument of a call costs extra tokens for its frame", () => {
  const call = (input: Json): number => {
    const called = { id: "c", type: "function", function: { name: "look", arguments: JSON.stringify(input) } };
    return chain({ messages: [user, { role: "assistant", content: null, tool_calls: [called] }], tools }).total;
  };
  const [none, one, two] = [call({}), call({ a: "x" }), call({ a: "x", b: "x" })];
  expect(two - one).toBeGreaterThan(8);
  expect(one - none).toBeGreaterThan(8);
});
