import type { Span } from "../span.ts";

/** An excerpt in three parts; joined they are the excerpt. */
export type Excerpt = { readonly before: string; readonly differing: string; readonly after: string };

/** Cuts an excerpt at its differing part. */
export function splitExcerpt(text: string, differs: Span): Excerpt {
  return {
    before: text.slice(0, differs.start),
    differing: text.slice(differs.start, differs.end),
    after: text.slice(differs.end),
  };
}
