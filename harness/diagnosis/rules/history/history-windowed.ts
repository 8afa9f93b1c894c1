import { pluralize } from "../../../kernel/text/format-count.ts";
import { changesOf } from "../../changes/change.ts";
import { droppedBeginning } from "../../changes/dropped-beginning.ts";
import type { Evidence } from "../../evidence.ts";
import { beginsWithAnswer } from "../../facts/repeated-answer.ts";
import { saysAnything } from "../../reading/read-messages.ts";
import type { Observation, Rule } from "../../rule.ts";

export const historyWindowed: Rule = {
  code: "CB401",
  slug: "history-windowed",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB417"],
  providerReason: "messages_changed",
  title: "The fork's history begins later than its parent's",
  when: "The fork's messages begin with a later message of the parent's. That message may have lost or changed a part. Or they begin with the answer that the parent was given.",
  why: "A prefix is read from its beginning. A window over the last messages drops the first one, so none of those that are kept can be read.",
  fix: "Send the history from its first message on; bound its length by compaction, or by taking messages from the end.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Read add.js."},{"role":"assistant","content":"It adds two numbers."},{"role":"user","content":"Read index.js."},{"role":"assistant","content":"It prints a sum."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const dropped = droppedBeginning(changes, parent.messages, child.messages);
    if (dropped === null) return isAllDropped(changes, parent, child) ? onlyAnswer(changes, parent) : null;
    return {
      explains: dropped.explains,
      observed: `the fork's history begins with message ${dropped.count + 1} of the parent's ${parent.messages().filter(saysAnything).length}`,
    };
  },
};

/** None of the parent's messages is left, and what the child begins with is the answer to them. */
function isAllDropped(changes: Evidence["changes"], parent: Evidence["parent"], child: Evidence["child"]): boolean {
  const gone = changesOf(changes, "message", "removed").length;
  return gone > 0 && gone === parent.messages().filter(saysAnything).length && beginsWithAnswer({ parent, child });
}

function onlyAnswer(changes: Evidence["changes"], parent: Evidence["parent"]): Observation {
  const count = parent.messages().filter(saysAnything).length;
  return {
    explains: changes.filter(({ segment }) => segment === "messages"),
    observed: `the fork's history begins with the answer to its parent, and lacks the parent's ${pluralize(count, "message")}`,
  };
}
