import { changesOf } from "../../changes/change.ts";
import { inBrackets, kindsOf } from "../../changes/message-names.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const messageRemoved: Rule = {
  code: "CB402",
  slug: "message-removed",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "Messages of the parent are missing in the fork",
  when: "Messages of the parent have no counterpart in the fork.",
  why: "The prefix ends where the first missing message stood. A history that is sanitised for a fork (without tool calls, without reasoning) shares only its beginning.",
  fix: "Pass the parent's messages through whole, and tell the fork in its directive what to disregard.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const explains = changesOf(changes, "message", "removed");
    const names = kindsOf(explains.map((change) => change.parent));
    const count = parent.messages().length;
    const observed = `${explains.length} of ${pluralize(count, "message")} ${explains.length === 1 ? "is" : "are"} missing${inBrackets(names)}`;
    return { explains, names, observed };
  },
};
