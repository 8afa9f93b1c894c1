import { expect, test } from "vitest";
import { estimateTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { chainOf } from "../../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../../harness/wires/anthropic-messages/parse-layout.ts";

const tools = [{ name: "f", description: "Finds a file.", input_schema: { type: "object" } }];
const turns = [
  { role: "user", content: [{ type: "text", text: "Where is the parser?" }] },
  { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "f", input: { path: "src" } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "src/parser.ts" }] },
  { role: "assistant", content: [{ type: "tool_use", id: "t2", name: "f", input: { path: "test" } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t2", content: "test/parser.test.ts" }] },
  { role: "assistant", content: [{ type: "text", text: "In src/parser.ts." }] },
  { role: "user", content: [{ type: "text", text: "And who wrote it?" }] },
];

test.for(["claude-sonnet-4-5", "claude-opus-4-8", "claude-haiku-4-5"])(
  "a prefix of %s has one length in every request of its conversation, however each request ends",
  (model) => {
    const lengths = [1, 3, 5, 7].map((count) => {
      const body = { model, max_tokens: 10, system: "You find files.", tools, messages: turns.slice(0, count) };
      const chain = chainOf(parseLayout(Buffer.from(JSON.stringify(body))), {
        rules: anthropicRules,
        tokens: estimateTokens,
        workspace: "",
      });
      return chain.links.map(({ tokens }) => tokens);
    });
    for (const [at, shorter] of lengths.entries()) {
      for (const longer of lengths.slice(at + 1)) expect(longer.slice(0, shorter.length)).toEqual(shorter);
    }
  },
);
