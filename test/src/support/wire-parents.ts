import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";

/** One conversation on every wire: system, a question, a call with its result, then what the test adds. */
export type WireParent = {
  readonly wire: WireName;
  /** The body around its history. */
  readonly around: (history: string) => string;
  readonly history: readonly string[];
  /** A further turn of the user. */
  readonly user: (text: string) => string;
  /** The whole response body of an answer with these calls, or with a text if there are no calls. */
  readonly answer: (calls: readonly string[]) => string;
  /** The elements that such an answer goes back as. */
  readonly answered: (calls: readonly string[]) => string;
};

const anthropic: WireParent = {
  wire: "anthropic-messages",
  around: (history) => `{"model":"m","tools":[{"name":"Read"}],"system":"Help.","messages":[${history}]}`,
  history: [
    '{"role":"user","content":"Look \\u00e9."}',
    '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"Read","input":{"2":1.0}}]}',
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}',
  ],
  user: (text) => `{"role":"user","content":${JSON.stringify(text)}}`,
  answer: (calls) => `{"content":[${anthropicBlocks(calls)}],"stop_reason":"end_turn"}`,
  answered: (calls) => `{"role":"assistant","content":[${anthropicBlocks(calls)}]}`,
};

function anthropicBlocks(calls: readonly string[]): string {
  if (calls.length === 0) return '{"type":"text","text":"Seen."}';
  return calls.map((id) => `{"type":"tool_use","id":"${id}","name":"Agent","input":{"n":1.0}}`).join(",");
}

const chat: WireParent = {
  wire: "openai-chat",
  around: (history) => `{"model":"m","messages":[${history}],"tools":[{"type":"function","function":{"name":"Read"}}]}`,
  history: [
    '{"role":"system","content":"Help."}',
    '{"role":"user","content":"Look \\u00e9."}',
    '{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"Read","arguments":"{}"}}]}',
    '{"role":"tool","tool_call_id":"a","content":"x"}',
  ],
  user: (text) => `{"role":"user","content":${JSON.stringify(text)}}`,
  answer: (calls) => `{"id":"c","choices":[{"message":${chatMessage(calls)},"finish_reason":"stop"}]}`,
  answered: chatMessage,
};

function chatMessage(calls: readonly string[]): string {
  if (calls.length === 0) return '{"role":"assistant","content":"Seen."}';
  const written = calls.map(
    (id) => `{"id":"${id}","type":"function","function":{"name":"Agent","arguments":"{\\"n\\":1.0}"}}`,
  );
  return `{"role":"assistant","content":null,"tool_calls":[${written.join(",")}]}`;
}

const responses: WireParent = {
  wire: "openai-responses",
  around: (history) =>
    `{"model":"m","instructions":"Help.","input":[${history}],"tools":[{"type":"function","name":"Read"}],"prompt_cache_key":"k"}`,
  history: [
    '{"type":"message","role":"user","content":[{"type":"input_text","text":"Look \\u00e9."}]}',
    '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"xx"}',
    '{"type":"function_call","call_id":"a","name":"Read","arguments":"{}"}',
    '{"type":"function_call_output","call_id":"a","output":"x"}',
  ],
  user: (text) => `{"type":"message","role":"user","content":[{"type":"input_text","text":${JSON.stringify(text)}}]}`,
  answer: (calls) => `{"id":"r","status":"completed","output":[${responseItems(calls)}]}`,
  answered: responseItems,
};

function responseItems(calls: readonly string[]): string {
  if (calls.length === 0)
    return '{"type":"message","role":"assistant","phase":"final_answer","content":[{"type":"output_text","text":"Seen."}]}';
  return calls
    .map((id) => `{"type":"function_call","call_id":"${id}","name":"Agent","arguments":"{\\"n\\":1.0}"}`)
    .join(",");
}

const gemini: WireParent = {
  wire: "gemini-generate",
  around: (history) =>
    `{"systemInstruction":{"parts":[{"text":"Help."}]},"contents":[${history}],"tools":[{"functionDeclarations":[{"name":"Read"}]}]}`,
  history: [
    '{"role":"user","parts":[{"text":"Look \\u00e9."}]}',
    '{"role":"model","parts":[{"functionCall":{"name":"Read","args":{"2":1.0}}}]}',
    '{"role":"user","parts":[{"functionResponse":{"name":"Read","response":{"output":"x"}}}]}',
  ],
  user: (text) => `{"role":"user","parts":[{"text":${JSON.stringify(text)}}]}`,
  answer: (calls) =>
    `{"candidates":[{"content":{"role":"model","parts":[${geminiParts(calls)}]},"finishReason":"STOP"}]}`,
  answered: (calls) => `{"role":"model","parts":[${geminiParts(calls)}]}`,
};

function geminiParts(calls: readonly string[]): string {
  if (calls.length === 0) return '{"text":"Seen."}';
  return calls.map((id) => `{"functionCall":{"id":"${id}","name":"Agent","args":{"n":1.0}}}`).join(",");
}

export const wireParents: readonly WireParent[] = [anthropic, chat, responses, gemini];

export function parentOn(wire: WireName): WireParent {
  const found = wireParents.find((each) => each.wire === wire);
  if (found === undefined) throw new Error(`no parent on ${wire}`);
  return found;
}

/** The snapshot of that conversation with `more` behind it; `calls` null leaves the answer unknown. */
export function captureOn(
  { wire, around, history, answer }: WireParent,
  { more = [], calls = null }: { readonly more?: readonly string[]; readonly calls?: readonly string[] | null } = {},
): CacheSafeParams {
  return captureCacheSafeParams({
    wire,
    request: Buffer.from(around([...history, ...more].join(","))),
    headers: [],
    answer: calls === null ? null : Buffer.from(answer(calls)),
  });
}
