import type { Link } from "../prompt/link.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";

/** A block that followed a stored prefix, in its request. `before` are the tokens of that prefix, counted when they are read, as the link's are. */
export type NextBlock = {
  readonly link: Link;
  readonly before: { readonly tokens: number };
  readonly body: Buffer;
  readonly seed: string;
};

const QUOTE = 0x22;

/**
 * Tokens of the longest head that one of the stored blocks shares with the next block of a chain, behind `before` tokens: a part of a text
 * has its part of the tokens, and never more than the stored block.
 */
export function insideNext(chain: PromptChain, next: Link, stored: readonly NextBlock[], before: number): number {
  let most = 0;
  for (const { link, before: prefix, body, seed } of stored) {
    if (link.role !== next.role || link.segment !== next.segment) continue;
    // Equal words behind another setting are other tokens to the provider.
    if (seed !== (chain.seeds?.[next.segment] ?? "")) continue;
    const shared = sharedHead(chain.body, next, body, link) - frameBytes(chain.body, next);
    const text = Math.min(next.promptBytes, shared);
    if (text <= 0) continue;
    const part = Math.floor(((next.tokens - before) * text) / next.promptBytes);
    most = Math.max(most, Math.min(link.tokens - prefix.tokens, part));
  }
  return most;
}

/** Bytes before the prompt of a block begins: a quote, or what wraps a text. */
function frameBytes(body: Buffer, { span, promptBytes }: Link): number {
  return body[span.start] === QUOTE ? 1 : Math.max(0, span.end - span.start - promptBytes - 2);
}

function sharedHead(body: Buffer, { span }: Link, otherBody: Buffer, { span: other }: Link): number {
  const length = Math.min(span.end - span.start, other.end - other.start);
  let at = 0;
  while (at < length && body[span.start + at] === otherBody[other.start + at]) at += 1;
  return at;
}
