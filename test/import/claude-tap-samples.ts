/** claude-tap's trace and export of requests with these bodies, each with the same answer. */
export function claudeTapSamples(bodies: readonly string[], answer: object): Readonly<Record<string, string>> {
  const records = bodies.map((body, at) => ({
    timestamp: `2026-11-21T10:00:0${at}.500000+00:00`,
    request_id: `req_${at}`,
    turn: at + 1,
    duration_ms: 500,
    request: {
      method: "POST",
      path: "/v1/messages?beta=true",
      headers: { "anthropic-version": "2023-06-01", "x-api-key": "[REDACTED]" },
      body: JSON.parse(body) as Record<string, unknown>,
    },
    response: { status: 200, headers: { "content-type": "text/event-stream" }, body: answer },
    upstream_base_url: "https://api.anthropic.com",
  }));
  const reference = { __claude_tap_blob_ref__: { version: 1, kind: "json", hash: "sha256:0a", bytes: 51 } };

  return {
    "claude-tap trace": [
      ...records,
      // Bodies that are not JSON are not kept.
      {
        ...records[0],
        request: { method: "POST", path: "/x", headers: {}, body: { _encoding: "protobuf", byte_length: 9 } },
      },
    ]
      .map((each) => JSON.stringify(each))
      .join("\n"),
    "claude-tap export": JSON.stringify({
      __claude_tap_compact_trace__: { version: 1, encoding: "json-blob-ref", record_count: 2, blob_count: 1 },
      records: records.map((record) => ({
        __claude_tap_compact_record__: {
          version: 1,
          encoding: "json-blob-ref",
          refs: [{ path: "/request/body/tools" }],
        },
        record: {
          ...record,
          request: { ...record.request, body: { ...record.request.body, tools: reference } },
        },
      })),
      blobs: { "sha256:0a": { kind: "json", bytes: 51, payload: records[0]?.request.body["tools"] } },
    }),
  };
}
