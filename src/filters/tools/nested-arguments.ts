/** Keys under which clients wrap the arguments that should have been unwrapped before dispatch. */
const envelopes = new Set([
  "arguments",
  "args",
  "kwargs",
  "input",
  "parameters",
  "params",
  "tool_input",
  "function",
  "payload",
]);

/** Names of arguments that a filter looks at; an object that holds one is an envelope, whatever its key. */
const looked = ["command", "file_path", "path", "pattern", "code"];

/**
 * The key whose value wraps the arguments, or null where they are flat. A filter that read the outer level alone would judge a call
 * other than the one that runs.
 */
export function findEnvelope(input: Readonly<Record<string, unknown>>): string | null {
  const found = Object.entries(input).find(([key, value]) =>
    envelopes.has(key)
      ? isObject(value) || looksLikeJson(value)
      : isObject(value) && looked.some((name) => name in value),
  );
  return found?.[0] ?? null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function looksLikeJson(value: unknown): boolean {
  return typeof value === "string" && value.trimStart().startsWith("{");
}
