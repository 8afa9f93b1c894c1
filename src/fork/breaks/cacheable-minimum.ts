/** Shorter prefixes are never cached, in tokens by the first letters of a model's name. Longer names stand for themselves. */
const minimums: readonly (readonly [tokens: number, models: readonly string[]])[] = [
  // platform.claude.com, Prompt caching, October 2026; the 5.2 releases are assumed, Sonnet 3.5 and 3.7 were observed.
  [512, ["claude-fable", "claude-mythos", "claude-opus-5", "claude-sonnet-5-5", "claude-haiku-5-5"]],
  [1024, ["claude-opus-4", "claude-sonnet-5", "claude-sonnet-4", "claude-3"]],
  [2048, ["claude-opus-4-7", "claude-mythos-preview", "claude-3-5-haiku"]],
  [4096, ["claude-opus-4-6", "claude-opus-4-5", "claude-haiku-4-5"]],
  // developers.openai.com, Prompt caching, October 2026.
  [1024, ["gpt-", "o1", "o3", "o4"]],
  // ai.google.dev, Context caching, October 2026: implicit caching.
  [4096, ["gemini-3", "gemini-4"]],
  [2048, ["gemini-"]],
  // Alibaba Cloud, Context cache; Amazon Bedrock, Prompt caching.
  [1024, ["qwen", "nova-"]],
  // MiniMax, Prompt caching.
  [512, ["minimax-"]],
  // As observed: one unit of the cache.
  [256, ["kimi-", "moonshot-"]],
  [64, ["deepseek-", "grok-"]],
];

/** For a model without a row: a prompt below the lowest minimum is too short for any of them. */
const lowest: number = Math.min(...minimums.map(([tokens]) => tokens));

/**
 * The shortest prefix that a model caches, in tokens. Prefixes of gateways and Amazon Bedrock are skipped (`openai/`,
 * `us.anthropic.`). Of several rows that fit, the longest name counts.
 */
export function cacheableMinimum(model: string | null): number {
  const name = (model ?? "")
    .toLowerCase()
    .replace(/^.*\/|^[a-z-]+:/, "")
    .replace(/^(?:[a-z]+\.)+/, "");
  const fitting = minimums.flatMap(([tokens, models]) =>
    models.filter((start) => begins(name, start)).map((start) => ({ tokens, start })),
  );
  return fitting.toSorted((one, other) => other.start.length - one.start.length)[0]?.tokens ?? lowest;
}

/** `claude-opus-4-5` does not stand for `claude-opus-4-50`. */
function begins(name: string, start: string): boolean {
  return name.startsWith(start) && !(/\d$/.test(start) && /^\d/.test(name.slice(start.length)));
}
