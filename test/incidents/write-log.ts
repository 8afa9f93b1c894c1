import { writeFileSync } from "node:fs";
import type { Exchange } from "../../harness/kernel/exchange.ts";

/** Exchanges as a traffic file has them, one a line, with real counters in their answers. */
export function logOf(exchanges: readonly Exchange[]): string {
  return exchanges.map((each, at) => `${JSON.stringify(lineOf(each, at + 1))}\n`).join("");
}

export function writeLog(path: string, exchanges: readonly Exchange[]): void {
  writeFileSync(path, logOf(exchanges));
}

function lineOf({ method, path, headers, request, response, usage, startedAtMs }: Exchange, seq: number): object {
  const answer = response === null ? {} : (JSON.parse(response.body.toString()) as Record<string, unknown>);
  return {
    seq,
    ts: new Date(startedAtMs ?? 0).toISOString(),
    method,
    path,
    headers: [["host", HOSTS[path.split("?")[0] ?? ""] ?? "api.anthropic.com"], ...headers],
    body: request.toString(),
    response: { status: 200, contentType: "application/json", body: JSON.stringify({ ...answer, usage }) },
  };
}

const HOSTS: Readonly<Record<string, string>> = {
  "/v1/chat/completions": "api.openai.com",
  "/v1/responses": "api.openai.com",
};
