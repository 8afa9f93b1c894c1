import type { Block, Envelope } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";

/**
 * What of a system message is no text: its braces, its members, and a comma between each two parts, so that the same parts
 * shared out differently between messages are told apart.
 */
export function systemFrame(body: Buffer, { span, members }: Envelope, blocks: readonly Block[]): readonly Span[] {
  const commas = blocks.slice(1).map((_, before) => byteAt(skipWhiteSpace(body, blocks[before]?.span.end ?? 0)));
  return [byteAt(span.start), ...members, ...commas, byteAt(span.end - 1)];
}

function byteAt(offset: number): Span {
  return { start: offset, end: offset + 1 };
}
