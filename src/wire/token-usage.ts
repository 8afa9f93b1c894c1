import { isJsonObject } from "./json-object.ts";

/**
 * Prompt tokens by where they came from, and the tokens of the answer. The prompt is `read + write + fresh`: on Anthropic
 * `input_tokens` excludes what the cache served or stored (SDK, `Usage`). Null is a counter that was not reported: unknown
 * is not zero.
 */
export type TokenUsage = {
  /** Served from the cache. */
  readonly read: number | null;
  /** Stored in the cache. */
  readonly write: number | null;
  /** Neither read nor stored. */
  readonly fresh: number | null;
  readonly output: number | null;
};

export const unknownUsage: TokenUsage = Object.freeze({ read: null, write: null, fresh: null, output: null });

/**
 * The counters of a `usage` member over those known so far. A stream reports them twice: `message_start` has the prompt
 * and a first guess of the output, `message_delta` repeats them cumulatively (recorded-traffic.md 2.5). The later wins.
 */
export function readUsage(value: unknown, known: TokenUsage = unknownUsage): TokenUsage {
  if (!isJsonObject(value)) return known;
  return {
    read: count(value["cache_read_input_tokens"]) ?? known.read,
    write: count(value["cache_creation_input_tokens"]) ?? known.write,
    fresh: count(value["input_tokens"]) ?? known.fresh,
    output: count(value["output_tokens"]) ?? known.output,
  };
}

function count(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
