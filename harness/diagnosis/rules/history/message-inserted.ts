import { changesOf } from "../../changes/change.ts";
import { inBrackets, kindsOf } from "../../changes/message-names.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const messageInserted: Rule = {
  code: "CB403",
  slug: "message-inserted",
  segment: "messages",
  severity: "high",
  weight: "cause",
  providerReason: "messages_changed",
  title: "The fork has messages between those of its parent",
  when: "Messages of the fork stand between messages of the parent's.",
  why: "The prefix ends at the first message that the parent did not send; the parent's own messages behind it are there and cannot be read.",
  fix: "Append the fork's instructions behind the parent's last message.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Thanks."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"user","content":"Be brief from now on."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Thanks."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Thanks."},{"role":"user","content":"Be brief. go"}]}`,
  },
  detect({ changes }) {
    const explains = changesOf(changes, "message", "added");
    const names = kindsOf(explains.map((change) => change.child));
    const observed = `${pluralize(explains.length, "message")} more${inBrackets(names)} than the parent sent, inside its history`;
    return { explains, names, observed };
  },
};
