import { isJsonObject } from "../../json-object.ts";
import { countOf, type TokenUsage, unknownUsage } from "../../token-usage.ts";

/**
 * The counters of a `usage` member over those known so far. `input_tokens` excludes what the cache served or stored (SDK,
 * `Usage`). A stream reports them twice: `message_start` has the prompt and a first guess of the output, `message_delta`
 * repeats them cumulatively (harness/providers/FACTS.md#anthropic-usage). The later wins.
 */
export function readUsage(value: unknown, known: TokenUsage = unknownUsage): TokenUsage {
  if (!isJsonObject(value)) return known;
  const read = countOf(value["cache_read_input_tokens"]) ?? known.read;
  const write = countOf(value["cache_creation_input_tokens"]) ?? known.write;
  const fresh = countOf(value["input_tokens"]) ?? known.fresh;
  const prompt = read === null || write === null || fresh === null ? null : read + write + fresh;
  return { prompt, read, write, fresh, output: countOf(value["output_tokens"]) ?? known.output };
}
