/** A text without its tagged sections, and those sections. */
export type UntaggedText = {
  readonly rest: string;
  readonly sections: readonly TaggedSection[];
};

export type TaggedSection = { readonly tag: string; readonly text: string };

/** `<system-reminder>`, `<environment_context source="x">`: an opening tag that begins a line. */
const OPENING = /(?<=^|\n)[ \t]*<([A-Za-z][\w:.-]*)(?:\s[^<>\n]*)?>/g;

/** A text with more unclosed tags than this is not a text with reminders; the limit keeps the cost linear. */
const MOST_UNCLOSED = 32;

/**
 * Takes out the sections that clients put into a message for the model: each begins a line with an XML-like tag and ends
 * with its closing tag. White space around a section goes with it.
 */
export function untag(text: string): UntaggedText {
  const sections: TaggedSection[] = [];
  const unclosed = new Set<string>();
  let rest = "";
  let done = 0;
  for (const opening of text.matchAll(OPENING)) {
    const tag = opening[1] ?? "";
    if (opening.index < done || unclosed.has(tag)) continue;
    const closing = `</${tag}>`;
    const at = text.indexOf(closing, opening.index + opening[0].length);
    if (at === -1) {
      unclosed.add(tag);
      if (unclosed.size > MOST_UNCLOSED) break;
      continue;
    }
    rest += text.slice(done, opening.index);
    done = at + closing.length;
    sections.push({ tag, text: text.slice(opening.index, done) });
  }
  rest += text.slice(done);
  return { rest: withoutBlankLines(rest), sections };
}

/** Whether a text is tagged sections and nothing else. */
export function isTagged(text: string): boolean {
  const { rest, sections } = untag(text);
  return rest === "" && sections.length > 0;
}

/** Whether a tag wraps what a model thought, as open models write it: `<think>`. */
export function isThought({ tag }: TaggedSection): boolean {
  return /^think(?:ing)?$/i.test(tag);
}

function withoutBlankLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}
