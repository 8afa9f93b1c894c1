import { claudeTapSamples } from "./claude-tap-samples.ts";
import { type HarEntry, harOfProxies } from "./har-of-proxies.ts";

const anthropicBody = (turns: number): string =>
  JSON.stringify({
    model: "claude-sonnet-4-5",
    max_tokens: 64,
    tools: [{ name: "Read", input_schema: { type: "object" } }],
    system: "You look after a small shop.",
    messages: Array.from({ length: turns }, (_, at) => ({
      role: at % 2 ? "assistant" : "user",
      content: `turn ${at}`,
    })),
  });

/** A parent's body and its continuation, in spellings that only raw bytes keep. */
export const bodies: readonly string[] = [anthropicBody(1), anthropicBody(3)].map((body) =>
  body.replace('"max_tokens":64', '"max_tokens": 6.4e1'),
);

const answer = { type: "message", usage: { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 40 } };
const url = "https://api.anthropic.com/v1/messages?beta=true";
const lines = (...values: readonly unknown[]): string => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

const harEntries = bodies.map((text, at): HarEntry => ({
  startedDateTime: `2026-11-21T10:00:0${at}.000Z`,
  time: 12,
  request: {
    method: "POST",
    url,
    headers: [{ name: "anthropic-version", value: "2023-06-01" }],
    postData: { mimeType: "application/json", text },
  },
  response: {
    status: 200,
    headers: [{ name: "content-type", value: "application/json" }],
    content: { text: Buffer.from(JSON.stringify(answer)).toString("base64"), encoding: "base64" },
  },
  timings: { send: 0, wait: 8.5, receive: 1 },
}));
const page = { request: { method: "GET", url: "https://example.com/", headers: [] }, response: { status: 200 } };

const claudeLine = (uuid: string, requestId: string | undefined, usage: unknown, model?: string): unknown => ({
  type: "assistant",
  uuid,
  sessionId: "s1",
  requestId,
  timestamp: "2026-11-21T10:00:00.000Z",
  message: { id: `msg_${uuid}`, role: "assistant", model, content: [], usage },
});

const rolloutLine = (total: number | null): unknown => ({
  timestamp: "2026-11-21T10:00:00.000Z",
  type: "event_msg",
  payload: {
    type: "token_count",
    info:
      total === null
        ? null
        : {
            total_token_usage: { input_tokens: total },
            last_token_usage: { input_tokens: 900, cached_input_tokens: 512, output_tokens: 7 },
          },
  },
});

const span = {
  spanId: "00f067aa0ba902b7",
  startTimeUnixNano: "1795255200000000000",
  attributes: [
    { key: "gen_ai.request.model", value: { stringValue: "gpt-5.5" } },
    { key: "gen_ai.usage.input_tokens", value: { intValue: "900" } },
    { key: "gen_ai.usage.cache_read.input_tokens", value: { intValue: "512" } },
  ],
};
const ofAgent = {
  ...span,
  spanId: "c",
  attributes: [{ key: "gen_ai.operation.name", value: { stringValue: "invoke_agent" } }, ...span.attributes],
};
const otlp = { resourceSpans: [{ scopeSpans: [{ spans: [span, { spanId: "b", attributes: [] }, ofAgent] }] }] };

/** A request as ccusage lists it. */
const entry = {
  timestamp: "2026-11-21T10:00:00.000Z",
  model: "claude-sonnet-4-5",
  inputTokens: 3,
  outputTokens: 1,
  cacheCreationTokens: 7,
  cacheReadTokens: 40,
};

/** One file in each format, in the shape that its tool documents. */
export const samples: Readonly<Record<string, string>> = {
  HAR: JSON.stringify(
    { log: { version: "1.2", creator: { name: "browser" }, entries: [page, ...harEntries] } },
    null,
    1,
  ),
  PollyJS: JSON.stringify({
    log: {
      _recordingName: "fork",
      version: "1.2",
      entries: harEntries
        .map((each, at) => ({ ...each, _order: 1 - at }))
        .reverse()
        .map((each, at, all) => ({ ...each, _order: all.length - 1 - at })),
    },
  }),
  vcrpy: [
    "interactions:",
    ...bodies.flatMap((body) => [
      "- request:",
      `    body: '${body}'`,
      "    headers:",
      "      anthropic-version: ['2023-06-01']",
      "    method: POST",
      `    uri: ${url}`,
      "  response:",
      `    body: {string: '${JSON.stringify(answer)}'}`,
      "    headers: {content-type: [application/json]}",
      "    status: {code: 200, message: OK}",
    ]),
    "version: 1",
    "",
  ].join("\n"),
  "go-vcr": [
    "---",
    "version: 2",
    "interactions:",
    ...bodies.flatMap((body, id) => [
      `    - id: ${id}`,
      "      request:",
      `          body: '${body}'`,
      "          headers: { anthropic-version: ['2023-06-01'] }",
      `          url: ${url}`,
      "          method: POST",
      "      response:",
      `          body: '${JSON.stringify(answer)}'`,
      "          headers: { content-type: [application/json] }",
      "          status: 200 OK",
      "          code: 200",
      "          duration: 1.5s",
    ]),
    "",
  ].join("\n"),
  "opencode http-recorder": JSON.stringify({
    version: 1,
    metadata: {},
    interactions: [
      ...bodies.map((body) => ({
        transport: "http",
        request: { method: "POST", url, headers: { "anthropic-version": "2023-06-01" }, body },
        response: { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(answer) },
      })),
      { transport: "websocket", open: { url, headers: {} }, events: [] },
    ],
  }),
  ...claudeTapSamples(bodies, answer),
  "claude-trace": lines(
    ...bodies.map((body) => ({
      request: {
        timestamp: 1795255200.5,
        method: "POST",
        url,
        headers: { "anthropic-version": "2023-06-01" },
        body: JSON.parse(body) as unknown,
      },
      response: {
        timestamp: 1795255201,
        status_code: 200,
        headers: { "content-type": "application/json" },
        body: answer,
      },
      logged_at: "2026-11-21T10:00:01.000Z",
    })),
  ),
  "Claude Code session": lines(
    { type: "summary", summary: "A shop.", leafUuid: "x" },
    { type: "user", uuid: "u", sessionId: "s1", message: { role: "user", content: "hi" } },
    claudeLine("a", "req_1", answer.usage),
    claudeLine("b", "req_1", answer.usage),
    claudeLine("c", "req_2", answer.usage),
    claudeLine("d", undefined, { input_tokens: 0, output_tokens: 0 }, "<synthetic>"),
  ),
  "Codex rollout": lines(
    { timestamp: "2026-11-21T10:00:00.000Z", type: "session_meta", payload: { id: "s" } },
    rolloutLine(null),
    rolloutLine(900),
    rolloutLine(900),
    rolloutLine(1800),
  ),
  "LiteLLM payload log": lines(
    ...bodies.map((body, at) => {
      const { messages, model, ...parameters } = JSON.parse(body) as Record<string, unknown>;
      return {
        id: `l${at}`,
        call_type: "anthropic_messages",
        model,
        messages,
        model_parameters: parameters,
        response: answer,
        startTime: 1795255200 + at,
        completionStartTime: 1795255200.25 + at,
        cache_hit: null,
      };
    }),
  ),
  "OpenAI batch, requests": bodies
    .map((body, at) => `{"custom_id":"b${at}","method":"POST","url":"/v1/chat/completions", "body": ${body} }\n`)
    .join(""),
  "OpenAI batch, responses": lines(
    { id: "r", custom_id: "b0", response: { status_code: 200, request_id: "q", body: answer }, error: null },
    { id: "r", custom_id: "b1", response: null, error: { code: "expired" } },
  ),
  "Anthropic batch, requests": lines(
    ...bodies.map((body, at) => ({ custom_id: `b${at}`, params: JSON.parse(body) as unknown })),
  ),
  "Anthropic batch, responses": lines(
    { custom_id: "b0", result: { type: "succeeded", message: answer } },
    { custom_id: "b1", result: { type: "expired" } },
  ),
  "OpenTelemetry GenAI spans": JSON.stringify(otlp),
  "ccusage report": JSON.stringify({ daily: [{ date: "2026-11-21", ...entry, modelsUsed: ["m"] }], totals: entry }),
  "ccusage session": JSON.stringify({ sessionId: "s1", totalCost: 0.2, totalTokens: 100, entries: [entry] }),
  "ccusage entries": lines({ ...entry, sessionId: "s1" }, { ...entry, timestamp: "2026-11-21T10:01:00.000Z" }),
};

/** The same in the other layout that a tool writes. */
export const otherLayouts: Readonly<Record<string, string>> = {
  HAR: harOfProxies(harEntries, answer),
  "Anthropic batch, requests": JSON.stringify({
    requests: bodies.map((body, at) => ({ custom_id: `b${at}`, params: JSON.parse(body) as unknown })),
  }),
  "OpenTelemetry GenAI spans": lines(otlp, otlp),
};
