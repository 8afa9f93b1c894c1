import type { Excerpt } from "../kernel/split-excerpt.ts";
import type { Span } from "../kernel/span.ts";

/** Where a body differs, and the part of it that an excerpt may show. */
type Place = { readonly body: Buffer; readonly span: Span; readonly from: number };

/** Bytes of context on either side, and of the differing span, that an excerpt shows at most. */
const CONTEXT = 48;
const DIFFERING = 96;

/**
 * Readable cuts around the first difference. The differing span runs from there to where both units agree again, seen from
 * their ends; a long one is cut short.
 */
export function cutExcerpts(
  parent: Place | null,
  child: Place | null,
): { readonly parent: Excerpt | null; readonly child: Excerpt | null } {
  const tail = parent === null || child === null ? 0 : commonTail(parent, child);
  return { parent: parent && cut(parent, tail), child: child && cut(child, tail) };
}

function commonTail(parent: Place, child: Place): number {
  const most = Math.min(parent.span.end - parent.from, child.span.end - child.from);
  let tail = 0;
  while (tail < most && parent.body[parent.span.end - 1 - tail] === child.body[child.span.end - 1 - tail]) tail += 1;
  return tail;
}

function cut(place: Place, tail: number): Excerpt {
  const { body, span, from } = place;
  const agreeAgain = span.end - tail;
  const start = Math.max(span.start, from - CONTEXT);
  const end = Math.min(agreeAgain, from + DIFFERING);
  const shortened = end < agreeAgain;
  return {
    before: (start > span.start ? "…" : "") + textOf(body, start, from),
    differing: textOf(body, from, end) + (shortened ? "…" : ""),
    after: shortened ? "" : textOf(body, end, Math.min(span.end, end + CONTEXT)),
  };
}

/** Text of a byte range, both ends moved outwards to whole characters. */
function textOf(body: Buffer, start: number, end: number): string {
  return body.toString("utf8", wholeCharacter(body, start), wholeCharacter(body, end));
}

function wholeCharacter(body: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && ((body[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
