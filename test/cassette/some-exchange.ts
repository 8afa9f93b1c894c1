import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";

/** An exchange in which every member says something; `changes` go over it. */
export function someExchange(changes: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    id: "fork",
    forkOf: "main",
    method: "POST",
    path: "/v1/messages?beta=true",
    host: "api.anthropic.com",
    headers: [
      ["Anthropic-Beta", "a,b"],
      ["user-agent", "agent/1.0"],
    ],
    request: Buffer.from('{"model":"claude-sonnet-4-5","messages":[]}'),
    response: {
      status: 200,
      contentType: "text/event-stream; charset=utf-8",
      body: Buffer.from("event: ping\ndata: {}\n\n"),
      usageIsReal: true,
    },
    startedAtMs: Date.parse("2026-11-21T20:29:32.851Z"),
    firstByteMs: 120.5,
    fidelity: "A",
    dialect: "anthropic-messages",
    provider: "anthropic",
    usage: { input_tokens: 3, cache_read_input_tokens: null },
    chunks: [
      [0, 12],
      [3.25, 10],
    ],
    socket: { connection: "ws1", responseId: "resp_1" },
    outcome: "complete",
    redacted: null,
    encoded: { request: null, response: null },
    ...changes,
  };
}
