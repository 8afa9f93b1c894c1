import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

/** Reads one line of ground truth with these members in addition to its IDs. */
function read(members: Readonly<Record<string, unknown>>): RecordedExchange {
  using folder = makeTempFolder();
  const path = join(folder.path, "truth.jsonl");
  writeFileSync(path, JSON.stringify({ seq: "a", idx: 0, request_body_raw: "{ }", ...members }));
  return openRecording(path).load("a#0");
}

test("the reader of ground truth reads a complete line", () => {
  const exchange = read({
    url: "https://bedrock-runtime.<AWS_REGION>.amazonaws.com/model/x/converse?a=b",
    provider: "bedrock",
    api: "bedrock-converse",
    t: 1742031502,
    recorded_at: "Sat, 15 Mar 2025 09:00:00 GMT",
    body_fidelity: "raw",
    request_headers: { "Content-Type": "application/json" },
    response_status: 200,
    response_headers: { "Content-Type": "text/plain" },
    response_body: "ok",
    response_body_trimmed: false,
    usage: { inputTokens: 1 },
  });
  expect(exchange).toEqual({
    id: "a#0",
    forkOf: null,
    method: "POST",
    path: "/model/x/converse?a=b",
    host: "bedrock-runtime.<AWS_REGION>.amazonaws.com",
    headers: [["Content-Type", "application/json"]],
    request: Buffer.from("{ }"),
    response: { status: 200, contentType: "text/plain", body: Buffer.from("ok"), usageIsReal: true },
    startedAtMs: Date.UTC(2025, 2, 15, 9, 38, 22),
    firstByteMs: null,
    fidelity: "A",
    dialect: "bedrock-converse",
    provider: "bedrock",
    usage: { inputTokens: 1 },
    chunks: null,
    socket: null,
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  });
});

test("the reader of ground truth fills missing members with null, and a missing grade with the lowest", () => {
  expect(read({})).toMatchObject({
    path: "",
    host: null,
    headers: [],
    response: null,
    startedAtMs: null,
    fidelity: "C",
    dialect: null,
    provider: null,
    usage: null,
  });
  expect(read({ recorded_at: "2025-12-08T22:41:09.389Z" }).startedAtMs).toBe(Date.UTC(2025, 11, 8, 22, 41, 9, 389));
});

test("the reader of ground truth rejects members of the wrong kind", () => {
  expect(() => read({ request_headers: { a: 1 } })).toThrow("exchange a#0: request_headers.a is not a string");
  expect(() => read({ usage: 3 })).toThrow("exchange a#0: usage is 3; an object is expected");
  expect(() => read({ response_status: 200, response_body: "\udc00" })).toThrow(
    "exchange a#0: response_body holds a lone surrogate (U+DC00) at character 0",
  );
});
