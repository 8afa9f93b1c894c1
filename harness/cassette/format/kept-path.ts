/** Where a client sends its own key in the query: Gemini's `key`, and the names that gateways give it. */
const keyValue = /([?&](?:key|api[-_]?key|access_token|subscription-key)=)[^&#]+/gi;

/** A path as it may be written to disk: a key in its query loses its value, as a key's header is left out. */
export function keptPath(path: string): string {
  return path.replaceAll(keyValue, "$1");
}
