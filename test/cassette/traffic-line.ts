import { hash } from "node:crypto";

/** One exchange as a traffic file keeps it; `changes` go over it, undefined takes a member out. */
export function trafficLine(seq: number, changes: Readonly<Record<string, unknown>> = {}): string {
  const body = `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"Größe ${seq} 🎈"}]}`;
  const line = {
    seq,
    ts: "2026-11-21T20:29:32.851Z",
    method: "POST",
    path: "/v1/messages",
    headers: [
      ["host", "127.0.0.1:4010"],
      ["Anthropic-Version", "2023-06-01"],
      ["x-api-key", "REDACTED"],
      ["user-agent", "agent/1.0"],
    ],
    body,
    bodySha256: hash("sha256", body),
    response: {
      status: 200,
      stream: false,
      contentType: "application/json",
      wire: "anthropic",
      body: '{"type":"message"}',
    },
    ...changes,
  };
  return JSON.stringify(line);
}
