/** Answers of the other wires as their providers stream them: one `data` each, then whole. Written by hand from the docs. */

const event = (data: string): string => `data: ${data}\n\n`;

const chatUsage = '{"prompt_tokens":1000,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":900}}';
const chatChunk = (choice: string, more = ""): string =>
  event(`{"id":"c1","object":"chat.completion.chunk","choices":[${choice}]${more}}`);

export const chatText: readonly string[] = [
  chatChunk('{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}'),
  chatChunk('{"index":0,"delta":{"content":"Do"},"finish_reason":null}'),
  chatChunk('{"index":0,"delta":{"content":"ne."},"finish_reason":null}'),
  chatChunk('{"index":0,"delta":{},"finish_reason":"stop"}'),
  chatChunk("", `,"usage":${chatUsage}`),
  event("[DONE]"),
];

export const chatCalls: readonly string[] = [
  chatChunk(
    '{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":"Which?"},"finish_reason":null}',
  ),
  chatChunk(
    '{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"Read","arguments":""}}]},"finish_reason":null}',
  ),
  chatChunk(
    '{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"n\\":"}}]},"finish_reason":null}',
  ),
  chatChunk(
    '{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1.0}"}},{"index":1,"id":"t2","type":"function","function":{"name":"List","arguments":"{}"}}]},"finish_reason":null}',
  ),
  chatChunk('{"index":0,"delta":{},"finish_reason":"tool_calls"}', `,"usage":${chatUsage}`),
  event("[DONE]"),
];

export const chatCallsElement: string =
  '{"role":"assistant","content":null,"reasoning_content":"Which?","tool_calls":[{"id":"t1","type":"function","function":{"name":"Read","arguments":"{\\"n\\":1.0}"}},{"id":"t2","type":"function","function":{"name":"List","arguments":"{}"}}]}';

const responseUsage = '{"input_tokens":1000,"output_tokens":7,"input_tokens_details":{"cached_tokens":900}}';
const messageItem =
  '{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Done.","annotations":[]}]}';
export const reasoningItem = '{"id":"rs_1","type":"reasoning", "encrypted_content":"e\\u00e9","summary":[]}';
export const callItem = '{"type":"function_call","id":"fc_1","call_id":"t1","name":"Read","arguments":"{\\"n\\":1.0}"}';

export const responseText: readonly string[] = [
  event('{"type":"response.created","response":{"id":"r1","status":"in_progress"}}'),
  event('{"type":"response.output_text.delta","output_index":0,"delta":"Do"}'),
  event('{"type":"response.output_text.delta","output_index":0,"delta":"ne."}'),
  event(`{"type":"response.output_item.done","output_index":0,"item":${messageItem}}`),
  event(`{"type":"response.completed","response":{"id":"r1","status":"completed","usage":${responseUsage}}}`),
];

export const responseCalls: readonly string[] = [
  event('{"type":"response.created","response":{"id":"r1","status":"in_progress"}}'),
  event(`{"type":"response.output_item.done","output_index":1,"item":${callItem}}`),
  event(`{"type":"response.output_item.done","output_index":0,"item":${reasoningItem}}`),
  event(`{"type":"response.completed","response":{"id":"r1","status":"completed","usage":${responseUsage}}}`),
];

const geminiUsage =
  '{"promptTokenCount":1000,"cachedContentTokenCount":900,"candidatesTokenCount":5,"thoughtsTokenCount":2}';
const geminiChunk = (parts: string, more = ""): string =>
  event(
    `{"candidates":[{"content":{"parts":[${parts}],"role":"model"}${more}}],"usageMetadata":${geminiUsage},"responseId":"g1"}`,
  );

export const geminiText: readonly string[] = [
  geminiChunk('{"text":"Why","thought":true}'),
  geminiChunk('{"text":"Do"}'),
  geminiChunk('{"text":"ne.","thoughtSignature":"c2ln"}', ',"finishReason":"STOP"'),
];

export const geminiPart = '{"functionCall":{"name":"Read","args":{"n":1.0}},"thoughtSignature":"c2ln"}';
export const geminiCalls: readonly string[] = [geminiChunk(geminiPart, ',"finishReason":"STOP"')];
