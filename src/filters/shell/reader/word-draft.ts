import type { WordPart } from "./word.ts";

/** A word under construction. The reader moves `at` through the source and notes what it learns. */
export type WordDraft = {
  readonly source: string;
  readonly start: number;
  at: number;
  text: string;
  /** False once a part is known only at run time. */
  exact: boolean;
  /** Length of the text that stands before the first part known only at run time. */
  certain: number;
  single: boolean;
  /** True where an unquoted expansion may split into words of any content. */
  splits: boolean;
  readonly parts: WordPart[];
};

export function startDraft(source: string, start: number): WordDraft {
  return {
    source,
    start,
    at: start,
    text: "",
    exact: true,
    certain: 0,
    single: true,
    splits: false,
    parts: [],
  };
}

/** Adds characters that reach the utility as they are. */
export function addLiteral(draft: WordDraft, literal: string): void {
  draft.text += literal;
  if (draft.parts.at(-1)?.is !== "literal") draft.parts.push({ is: "literal" });
  if (draft.exact) draft.certain = draft.text.length;
}

/** Adds a part that only the run decides. `known` is the literal text it is sure to start with. */
export function addUnknown(
  draft: WordDraft,
  how: {
    readonly splits: boolean;
    readonly known?: string;
    readonly part?: Exclude<WordPart, { readonly is: "literal" }>;
  },
): void {
  if (how.known !== undefined) {
    draft.text += how.known;
    if (draft.exact) draft.certain = draft.text.length;
  }
  draft.parts.push(how.part ?? { is: "other" });
  draft.exact = false;
  if (!how.splits) return;
  draft.splits = true;
  draft.single = false;
}
