import { expect, test } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { ProviderError } from "../../harness/kernel/faults/provider-error.ts";

const JSON_TYPE = "application/json";
const SSE = "text/event-stream";

const read = (name: DialectName, status: number, contentType: string | null, body: string): ProviderError | null => {
  const dialect = wires.find((each) => each.name === name);
  return dialect?.readError({ status, contentType, body: Buffer.from(body) }) ?? null;
};

test.each<readonly [string, DialectName, number, string, string, Omit<ProviderError, "status"> | null]>([
  [
    "Anthropic's",
    "anthropic-messages",
    529,
    JSON_TYPE,
    `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
    { type: "overloaded_error", message: "Overloaded" },
  ],
  [
    "in the middle of Anthropic's stream",
    "anthropic-messages",
    200,
    SSE,
    `event: ping\ndata: {"type":"ping"}\n\nevent: error\ndata: {"type":"error","error":{"type":"api_error","message":"Down"}}\n\n`,
    { type: "api_error", message: "Down" },
  ],
  [
    "a vendor's, with its number as the code",
    "openai-chat",
    429,
    JSON_TYPE,
    `{"error":{"message":"Provider returned error","code":429}}`,
    { type: null, message: "Provider returned error" },
  ],
  [
    "a chunk of a Chat stream",
    "openai-chat",
    200,
    SSE,
    `data: {"choices":[]}\n\nevent: error\ndata: {"error":{"message":"Cut","type":"server_error"}}\n\n`,
    { type: "server_error", message: "Cut" },
  ],
  [
    "a failed response",
    "openai-responses",
    200,
    SSE,
    `event: response.failed\ndata: {"type":"response.failed","response":{"error":{"code":"server_error","message":"No"}}}\n\n`,
    { type: "server_error", message: "No" },
  ],
  [
    "an error event of Responses",
    "openai-responses",
    200,
    SSE,
    `event: error\ndata: {"type":"error","code":"rate_limit_exceeded","message":"Slow down","param":null}\n\n`,
    { type: "rate_limit_exceeded", message: "Slow down" },
  ],
  [
    "Google's, in a list",
    "gemini-generate",
    400,
    JSON_TYPE,
    `[{"error":{"code":400,"message":"Bad","status":"INVALID_ARGUMENT"}}]`,
    { type: "INVALID_ARGUMENT", message: "Bad" },
  ],
  ["Bedrock's", "bedrock-converse", 400, JSON_TYPE, `{"message":"Invalid."}`, { type: null, message: "Invalid." }],
  ["xAI's", "openai-chat", 400, JSON_TYPE, `{"code":"bad","error":"No."}`, { type: "bad", message: "No." }],
  [
    "Mistral's",
    "openai-chat",
    401,
    JSON_TYPE,
    `{"detail":"Invalid API Key"}`,
    { type: null, message: "Invalid API Key" },
  ],
  ["a gateway's page", "openai-chat", 502, "text/html", `<html>Bad gateway</html>`, { type: null, message: null }],
  ["an answer", "openai-responses", 200, JSON_TYPE, `{"id":"r","error":null,"output":[]}`, null],
  [
    "an answer that speaks of errors",
    "openai-chat",
    200,
    JSON_TYPE,
    `{"choices":[{"message":{"content":"{\\"error\\":{}}"}}]}`,
    null,
  ],
])("the error reader gives the expected result for %s", (_name, dialect, status, contentType, body, told) => {
  expect(read(dialect, status, contentType, body)).toEqual(told === null ? null : { status, ...told });
});
