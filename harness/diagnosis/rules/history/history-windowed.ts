import { saysAnything } from "../../reading/read-messages.ts";
import { droppedBeginning } from "../../changes/dropped-beginning.ts";
import type { Rule } from "../../rule.ts";

export const historyWindowed: Rule = {
  code: "CB401",
  slug: "history-windowed",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB417"],
  providerReason: "messages_changed",
  title: "The fork's history begins later than its parent's",
  when: "The fork's messages begin with a later message of the parent's. That message may have lost or changed a part.",
  why: "A prefix is read from its beginning. A window over the last messages drops the first one, so none of those that are kept can be read.",
  fix: "Send the history from its first message on; bound its length by compaction, or by taking messages from the end.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const dropped = droppedBeginning(changes, parent.messages, child.messages);
    if (dropped === null) return null;
    return {
      explains: dropped.explains,
      observed: `the fork's history begins with message ${dropped.count + 1} of the parent's ${parent.messages().filter(saysAnything).length}`,
    };
  },
};
