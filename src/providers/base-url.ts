import type { LlmOutcome } from "./llm-client.ts";

/** Whether requests can be sent below a base URL: it has a scheme of HTTP and a host. */
export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

/** What becomes of a request whose base URL, read from the environment, is none. Nothing was sent. */
export function withoutBaseUrl(baseUrl: string): LlmOutcome {
  const message = `${JSON.stringify(baseUrl)} is no base URL; give scheme and host, such as https://api.example.com`;
  return { kind: "failed", error: { kind: "connection", message }, attempts: 0 };
}
