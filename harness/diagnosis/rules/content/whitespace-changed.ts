import type { Change } from "../../changes/change.ts";
import { differingStrings } from "../../differing-strings.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const whitespaceChanged: Rule = {
  code: "CB409",
  slug: "whitespace-changed",
  segment: "messages",
  severity: "medium",
  weight: "cause",
  before: ["CB406"],
  providerReason: "messages_changed",
  title: "Only white space of the history differs",
  when: "Two blocks are equal once white space is collapsed and trimmed.",
  why: "Trimming a text when it is stored, or joining parts with another separator, changes its bytes. A trailing line feed is enough to end the prefix.",
  fix: "Store messages exactly as they were sent; trim, if at all, before the first request.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js.\\n"},{"role":"assistant","content":"It adds two numbers."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js.\\n"},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changes.filter(isWhiteSpace);
    const { length } = explains;
    return {
      explains,
      observed: `${pluralize(length, "block")} ${length === 1 ? "differs" : "differ"} in white space alone`,
    };
  },
};

function isWhiteSpace(change: Change): boolean {
  if (change.of !== "block") return false;
  switch (change.is) {
    case "removed":
      return isBlank(change.parent);
    case "added":
      return isBlank(change.child);
    case "edited": {
      const texts = differingStrings(change.parent.value, change.child.value);
      return texts?.every(([before, after]) => collapse(before) === collapse(after)) ?? false;
    }
  }
}

function isBlank({ kind, text }: ReadBlock): boolean {
  return kind === "text" && text?.trim() === "";
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
