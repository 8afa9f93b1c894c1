import type { ProviderError } from "../provider-error.ts";

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** The headers of a JSON request. A later pair replaces an earlier one of the same name. The error quotes no value: it may be a key. */
export function requestHeaders(pairs: HeaderPairs): Headers | ProviderError {
  const headers = new Headers({ accept: "application/json", "content-type": "application/json" });
  for (const [name, value] of pairs) {
    try {
      headers.set(name, value);
    } catch {
      const message = `the header ${JSON.stringify(name)} cannot be sent; remove line breaks and characters outside Latin-1`;
      return { kind: "auth", message, status: null, requestId: null };
    }
  }
  return headers;
}
