import type { Excerpt } from "../kernel/text/split-excerpt.ts";
import type { Span } from "../kernel/span.ts";
import { commonTail } from "../wire-scan/common-length.ts";

/** Where a body differs, and the part of it that an excerpt may show. */
type Place = { readonly body: Buffer; readonly span: Span; readonly from: number };

/** Replaces what must not be shown by as many other bytes. */
export type Hide = (text: Buffer) => Buffer;

/** Bytes of context on either side, and of the differing span, that an excerpt shows at most. */
const CONTEXT = 48;
const DIFFERING = 96;

/**
 * The number of bytes around the difference to search for credentials: a credential that is cut in half must still be recognised.
 * The lines of a private key are recognised by the line before them, which is 3,300 bytes away at the end of a key of 4,096 bits.
 */
const WATCHED = { before: 4_096, after: 1_024 };

/**
 * Readable cuts around the first difference. The differing span runs from there to where both units agree again, seen from
 * their ends; a long one is cut short.
 */
export function cutExcerpts(
  parent: Place | null,
  child: Place | null,
  hide: Hide,
): { readonly parent: Excerpt | null; readonly child: Excerpt | null } {
  const tail = parent === null || child === null ? 0 : agreeingTail(parent, child);
  return { parent: parent && cut(parent, tail, hide), child: child && cut(child, tail, hide) };
}

function agreeingTail(parent: Place, child: Place): number {
  const most = Math.min(parent.span.end - parent.from, child.span.end - child.from);
  return commonTail(parent.body, parent.span.end, child.body, child.span.end, most);
}

function cut({ body, span, from }: Place, tail: number, hide: Hide): Excerpt {
  const watched = Math.max(span.start, from - WATCHED.before);
  const shown = hide(body.subarray(watched, Math.min(span.end, from + WATCHED.after)));
  const textOf = (start: number, end: number): string => decode(shown, start - watched, end - watched);
  const agreeAgain = span.end - tail;
  const start = Math.max(span.start, from - CONTEXT);
  const end = Math.min(agreeAgain, from + DIFFERING);
  const shortened = end < agreeAgain;
  return {
    before: (start > span.start ? "…" : "") + textOf(start, from),
    differing: textOf(from, end) + (shortened ? "…" : ""),
    after: shortened ? "" : textOf(end, Math.min(span.end, end + CONTEXT)),
  };
}

/** Text of a byte range, both ends moved outwards to whole characters. */
function decode(text: Buffer, start: number, end: number): string {
  return text.toString("utf8", wholeCharacter(text, start), wholeCharacter(text, end));
}

function wholeCharacter(text: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && ((text[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
