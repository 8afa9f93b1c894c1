import type { ProviderError } from "./provider-error.ts";

/** Whether requests can be sent below a base URL: it has a scheme of HTTP and a host. */
export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

/** A path below a base URL. A query of the base URL, such as an API version, stays. */
export function urlBelow(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  return url;
}

/** The error for a base URL from the environment that is invalid. Nothing was sent. */
export function invalidBaseUrl(baseUrl: string): ProviderError {
  const message = `invalid base URL ${JSON.stringify(baseUrl)}; give scheme and host, such as https://api.example.com`;
  return { kind: "connection", message };
}
