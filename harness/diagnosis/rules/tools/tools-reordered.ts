import { changesOf } from "../../changes/change.ts";
import { promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolsReordered: Rule = {
  code: "CB203",
  slug: "tools-reordered",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "tools_changed",
  title: "The fork declares its parent's tools in another order",
  when: "The tools that both declare stand in another order.",
  why: "A prefix is a run of bytes: the same tools in another order are another prefix. Lists that come from a hash map or from servers that connect in any order change from run to run.",
  fix: "Keep the parent's list as it is; where the tools are collected anew, sort them by name in code unit order.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"},{"name":"write"}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"write"},{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"},{"name":"write"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const explains = changesOf(changes, "tool", "reordered");
    const names = explains.flatMap((change) => change.names);
    const count = promptTools(parent.tools()).length;
    const observed = `${names.length} of ${pluralize(count, "tool")} ${names.length === 1 ? "stands" : "stand"} at another place`;
    return { explains, names, observed };
  },
};
