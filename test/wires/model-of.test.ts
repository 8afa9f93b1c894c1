import { expect, it } from "vitest";
import { modelOf } from "../../harness/wires/model-of.ts";
import { wires } from "../../harness/wires/list.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";

const asked = (name: DialectName, body: string, path: string | null = null): string | null => {
  const dialect = wires.find((each) => each.name === name);
  return dialect === undefined ? null : modelOf(dialect.parseLayout(Buffer.from(body)), path);
};

it.each<readonly [DialectName, string, string | null, string | null]>([
  ["anthropic-messages", `{"model":"claude\\u002d5"}`, "/v1/messages", "claude-5"],
  ["openai-chat", `{"model":"kimi-k3"}`, null, "kimi-k3"],
  ["openai-responses", `{"model":5}`, "/v1/models/x:y", null],
  ["gemini-generate", `{}`, "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", "gemini-2.5-pro"],
  ["gemini-generate", `{"model":"told"}`, "/v1beta/models/gemini-2.5-pro:generateContent", "told"],
  ["bedrock-converse", `{}`, "/model/us.amazon.nova-lite-v1%3A0/converse", "us.amazon.nova-lite-v1:0"],
  ["bedrock-converse", `{}`, "/model/us.amazon.nova-lite-v1:0/converse-stream", "us.amazon.nova-lite-v1:0"],
  ["bedrock-converse", `{}`, "/model/50%zz/converse", "50%zz"],
  ["bedrock-converse", `{}`, "/proxy", null],
  ["anthropic-messages", `{}`, "/model/us.anthropic.claude-opus-5-v1:0/invoke", "us.anthropic.claude-opus-5-v1:0"],
  [
    "anthropic-messages",
    `{}`,
    "/v1/projects/p/publishers/anthropic/models/claude-opus-5@20260101:rawPredict",
    "claude-opus-5@20260101",
  ],
])("a request on %s, with the body %s at %s, asks for the model %s", (name, body, path, model) => {
  expect(asked(name, body, path)).toBe(model);
});
