import type { ParentExchange } from "../../../../src/index.ts";

export type WireUnderTest = "anthropic-messages" | "openai-responses";

/** The parent's own turn, as an agent without an SDK sends it. */
export async function parentExchange(wire: WireUnderTest, baseUrl: string): Promise<ParentExchange> {
  const isAnthropic = wire === "anthropic-messages";
  const path = isAnthropic ? "/v1/messages" : "/v1/responses";
  const headers = {
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    "x-api-key": "any",
    authorization: "Bearer any",
  };
  const request = Buffer.from(isAnthropic ? anthropic : responses);
  const response = await fetch(baseUrl + path, { method: "POST", headers, body: request });
  if (!response.ok) throw new Error(await response.text());
  return { request, headers, answer: Buffer.from(await response.arrayBuffer()), url: path };
}

const notes = "The museum keeps a notebook for each ship that came home. ".repeat(400);

/** A spelling that parsing and writing would not give back. */
const schema = '{"type":"object","properties":{"page":{"type":"string","maxLength":1e2}}}';
const anthropic = `{"model":"claude-sonnet-4-5","max_tokens":1024,"system":[{"type":"text","text":"${notes}caf\\u00e9","cache_control":{"type":"ephemeral"}}],"tools":[{"name":"read_note","description":"A page.","input_schema":${schema}}],\n "messages":[{"role":"user","content":"Who was Anna Holm?"}]}`;
const responses = `{"model":"gpt-5","instructions":"${notes}caf\\u00e9","tools":[{"type":"function","name":"read_note","description":"A page.","parameters":${schema},"strict":false}],\n "input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Who was Anna Holm?"}]}],"store":false}`;
