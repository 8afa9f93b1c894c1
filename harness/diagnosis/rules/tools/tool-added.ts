import { changesOf } from "../../changes/change.ts";
import { isRepeatedMember } from "../../changes/tools/repeated-member.ts";
import { noTools, promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolAdded: Rule = {
  code: "CB201",
  slug: "tool-added",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "tools_changed",
  title: "The fork declares tools that its parent does not",
  when: "The fork declares a name that the parent does not.",
  why: "Tool definitions stand first in the cached prefix, before the system prompt. One more tool, even behind all others, moves everything that follows and none of it is read from the cache.",
  fix: "Declare the parent's tools and no others; bring a fork's own tools in through a deferred tool search, or declare them in the parent too.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read"},{"name":"report"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const added = changesOf(changes, "tool", "added").filter((change) => !isRepeatedMember(change));
    const names = added.map((change) => change.child.name).filter((name) => name !== "");
    const observed = `${pluralize(added.length, "tool")} more than the parent's ${promptTools(parent.tools()).length}`;
    return { explains: added, names, observed: noTools(added[0]?.child) ?? observed };
  },
};
