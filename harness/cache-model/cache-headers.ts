/**
 * Headers without which a provider does not look for what is cached. Sources: other-forks.md A.9 (DashScope's cache control),
 * provider-caches.md 5 (its session cache). Those that part caches by their values stand in the rules of the cache.
 */
export const cacheHeaders: Readonly<Record<string, readonly string[]>> = {
  dashscope: ["x-dashscope-cachecontrol", "x-dashscope-session-cache"],
};
