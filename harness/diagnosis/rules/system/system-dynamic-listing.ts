import { changesOf } from "../../changes/change.ts";
import type { Rule } from "../../rule.ts";
import { align } from "../../text/align.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { isListingLine } from "../../text/is-listing-line.ts";

export const systemDynamicListing: Rule = {
  code: "CB306",
  slug: "system-dynamic-listing",
  segment: "system",
  severity: "high",
  weight: "cause",
  before: ["CB307"],
  providerReason: "system_changed",
  title: "A listing in the system prompt differs",
  when: "All differing lines of a system block are lines of a listing: a tree, git status, names of files.",
  why: "Files of the working directory, git status and the like change with the work itself. Read again for a fork or a resumed session, they uncache the whole conversation.",
  fix: "Take the listing once when the session starts and keep that text, or let the agent ask for it with a tool.",
  example: {
    parent: `{"model":"m","system":"You review code. Files of the project at the start:\\n├── README.md\\n├── add.js\\n└── index.js\\nAnswer briefly.","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":"You review code. Files of the project at the start:\\n├── README.md\\n├── add.js\\n├── index.js\\n└── sum.js\\nAnswer briefly.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":"You review code. Files of the project at the start:\\n├── README.md\\n├── add.js\\n└── index.js\\nAnswer briefly.","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const lines: string[] = [];
    const explains = changesOf(changes, "system", "edited").filter(({ parent, child }) => {
      const changed = changedLines(parent.text ?? "", child.text ?? "");
      const isListing = changed.length > 0 && changed.every(isListingLine);
      if (isListing) lines.push(...changed);
      return isListing;
    });
    return {
      explains,
      observed: `${pluralize(lines.length, "line")} of a listing ${lines.length === 1 ? "differs" : "differ"}`,
    };
  },
};

function changedLines(parent: string, child: string): readonly string[] {
  const [before, after] = [parent.split("\n"), child.split("\n")];
  const matches = align(before, after);
  const [kept, keptInChild] = [new Set(matches.map(([at]) => at)), new Set(matches.map(([, at]) => at))];
  const changed = [
    ...before.filter((_, index) => !kept.has(index)),
    ...after.filter((_, index) => !keptInChild.has(index)),
  ];
  return changed.filter((line) => line.trim() !== "");
}
