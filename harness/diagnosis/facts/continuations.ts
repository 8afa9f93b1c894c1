/** Parameters by which a request continues one that the provider keeps. */
export const continuations: readonly string[] = ["previous_response_id", "conversation"];

/** Parameters that name what the provider keeps: calls may lie there. */
export const keepCalls: readonly string[] = [...continuations, "cachedContent", "cached_content"];
