import type { Span } from "../../kernel/span.ts";
import { align } from "./align.ts";

/** A place where two texts differ, widened to whole tokens, in UTF-16 units of each text. */
export type DifferingSpan = {
  readonly parent: Span;
  readonly child: Span;
  /** The same without what both sides share at its ends. */
  readonly parentCore: Span;
  readonly childCore: Span;
};

/** Runs without white space, quotes or brackets, and what stands between them (codes.md, Borderlines). */
const TOKEN = /[^\s"'`()[\]{}<>]+|[\s"'`()[\]{}<>]+/g;

/** A separator: never part of a token. */
const BETWEEN_TOKENS = /[\s"'`()[\]{}<>]/;

/**
 * Where two texts differ, in order. Lines are aligned first and tokens inside the lines that differ, so the cost stays in
 * proportion to the texts.
 */
export function differingSpans(parent: string, child: string): readonly DifferingSpan[] {
  const [head, tail] = commonEnds(parent, child);
  const from = tokenStart(parent, head);
  const parentEnd = tokenEnd(parent, parent.length - tail);
  const childEnd = child.length - (parent.length - parentEnd);
  const [left, right] = [parent.slice(from, parentEnd), child.slice(from, childEnd)];
  if (left === right) return [];

  const spans: DifferingSpan[] = [];
  for (const lines of gaps(left.split(/(?<=\n)/), right.split(/(?<=\n)/), from, from)) {
    const tokens = (text: string, span: Span): readonly string[] => text.slice(span.start, span.end).match(TOKEN) ?? [];
    for (const gap of gaps(
      tokens(parent, lines.parent),
      tokens(child, lines.child),
      lines.parent.start,
      lines.child.start,
    )) {
      spans.push(withCores(parent, child, gap));
    }
  }
  return spans;
}

/** How many UTF-16 units two texts share at their head and, behind that, at their tail. */
export function commonEnds(parent: string, child: string): readonly [head: number, tail: number] {
  const most = Math.min(parent.length, child.length);
  let head = 0;
  while (head < most && parent.charCodeAt(head) === child.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    parent.charCodeAt(parent.length - 1 - tail) === child.charCodeAt(child.length - 1 - tail)
  ) {
    tail += 1;
  }
  return [head, tail];
}

type Gap = { readonly parent: Span; readonly child: Span };

/** The stretches between aligned parts; a part is a line or a token, and offsets count from the two starts. */
function gaps(parent: readonly string[], child: readonly string[], parentStart: number, childStart: number): Gap[] {
  const found: Gap[] = [];
  let [i, j, left, right] = [0, 0, parentStart, childStart];
  const close = (parentTo: number, childTo: number): void => {
    const [parentFrom, childFrom] = [left, right];
    while (i < parentTo) left += parent[i++]?.length ?? 0;
    while (j < childTo) right += child[j++]?.length ?? 0;
    if (left > parentFrom || right > childFrom) {
      found.push({ parent: { start: parentFrom, end: left }, child: { start: childFrom, end: right } });
    }
  };
  for (const [at, childAt] of align(parent, child)) {
    close(at, childAt);
    left += parent[i++]?.length ?? 0;
    right += child[j++]?.length ?? 0;
  }
  close(parent.length, child.length);
  return found;
}

function withCores(parent: string, child: string, { parent: left, child: right }: Gap): DifferingSpan {
  const [head, tail] = commonEnds(parent.slice(left.start, left.end), child.slice(right.start, right.end));
  return {
    parent: left,
    child: right,
    parentCore: { start: left.start + head, end: left.end - tail },
    childCore: { start: right.start + head, end: right.end - tail },
  };
}

/** The texts agree up to `at`, so moving back by one token's head keeps both in step. */
function tokenStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !BETWEEN_TOKENS.test(text[start - 1] ?? "")) start -= 1;
  return start;
}

function tokenEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !BETWEEN_TOKENS.test(text[end] ?? "")) end += 1;
  return end;
}
