import { memoizeByObject } from "../../../kernel/memo/memoize-by-object.ts";
import { says } from "../../../wire-scan/absent-words.ts";

/**
 * The most tokens that the prompt of a request can have: no tokenizer makes two of one byte. Null where the request names
 * media, earlier turns or a resource instead of sending them.
 */
export const mostTokens: (request: Buffer) => number | null = memoizeByObject((request) =>
  refersElsewhere(request) ? null : request.length + toolPromptOf(request),
);

/** Whether the prompt of a request can have so many tokens. Most counters are far below a token for each byte, whatever the body names. */
export function holdsTokens(request: Buffer, tokens: number): boolean {
  return tokens <= request.length || tokens <= (mostTokens(request) ?? Infinity);
}

/** Providers put a prompt of their own before tools, which is part of the prefix like any other: 804 tokens at most (harness/providers/FACTS.md#token-lengths). */
function toolPromptOf(request: Buffer): number {
  return says(request, '"tools"') || says(request, '"toolConfig"') ? 804 : 0;
}

function refersElsewhere(request: Buffer): boolean {
  return ["_url", "file_id", "fileUri", "previous_response_id", '"url"', '"cachedContent"'].some((name) =>
    says(request, name),
  );
}
