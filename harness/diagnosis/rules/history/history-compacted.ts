import { beginsWithAnswer } from "../../facts/repeated-answer.ts";
import { findReplacedHistory } from "../../changes/replaced-history.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const historyCompacted: Rule = {
  code: "CB416",
  slug: "history-compacted",
  segment: "messages",
  severity: "medium",
  weight: "cause",
  before: ["CB401", "CB408", "CB410", "CB411", "CB412"],
  providerReason: "messages_changed / context_compacted",
  title: "The history was replaced by a summary",
  when: "Two messages or more, one of the assistant's among them, gave way to fewer new ones, from the beginning or before messages that were kept. The parent's own answer at the beginning is not a summary: that is CB401.",
  why: "Compaction trades the cached history for a shorter one. The first request after it pays for all messages; only tools and system prompt can still be read.",
  fix: "Fork before the compaction, or from the compacted conversation; where this is the main line, compact rarely and expect one miss each time.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"Add a sum function."},{"role":"assistant","content":"I read add.js first."},{"role":"user","content":"Good, go on."},{"role":"assistant","content":"sum.js is written."},{"role":"user","content":"Now test it."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"What happened so far: sum.js was added behind add.js and awaits a test."},{"role":"assistant","content":"Understood."},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"Add a sum function."},{"role":"assistant","content":"I read add.js first."},{"role":"user","content":"Good, go on."},{"role":"assistant","content":"sum.js is written."},{"role":"user","content":"Now test it."},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent, child }) {
    const replaced = findReplacedHistory(changes, parent.messages, child.messages);
    if (replaced === null || beginsWithAnswer({ parent, child })) return null;
    const { lost, instead, explains } = replaced;
    return {
      explains,
      observed: `${pluralize(lost, "message")} of the parent's gave way to ${pluralize(instead, "new one")}`,
    };
  },
};
