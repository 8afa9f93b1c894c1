import { changesOf } from "../../changes/change.ts";
import { isRepeatedMember } from "../../changes/tools/repeated-member.ts";
import { noTools, promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolRemoved: Rule = {
  code: "CB202",
  slug: "tool-removed",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "tools_changed",
  title: "The fork declares fewer tools than its parent",
  when: "The parent declares a name that the fork does not.",
  why: "Tool definitions stand first in the cached prefix. One that is missing changes every key behind it, so the system prompt and the whole conversation are paid for again.",
  fix: "Declare the parent's tools unchanged and deny the calls in the fork's tool filter.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"},{"name":"write"}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"},{"name":"write"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const removed = changesOf(changes, "tool", "removed").filter((change) => !isRepeatedMember(change));
    const names = removed.map((change) => change.parent.name).filter((name) => name !== "");
    const count = promptTools(parent.tools()).length;
    const observed = `${removed.length} of ${pluralize(count, "tool")} ${removed.length === 1 ? "is" : "are"} missing`;
    return { explains: removed, names, observed: noTools(removed[0]?.parent) ?? observed };
  },
};
