import { editedTools, type ToolEdit } from "../../changes/tools/edited-tools.ts";
import { promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { volatileDifference } from "../../text/volatile-kind.ts";
import { differingStrings } from "../../differing-strings.ts";
import { toolMembers } from "../../reading/tool-members.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolVolatileValue: Rule = {
  code: "CB207",
  slug: "tool-volatile-value",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB204", "CB205"],
  providerReason: "tools_changed",
  title: "A tool's text holds a value that changes by itself",
  when: "All that differs in a tool's description or schema are times, ids, paths or counters inside strings.",
  why: "A working directory, a time, an id or a counter in a description changes the tools in every session or request. Everything behind them is lost with them.",
  fix: "Take the value out of the tool's text; put it into a message, where it changes nothing in front of it.",
  example: {
    parent: `{"model":"m","tools":[{"name":"shell","description":"Runs a command in /srv/one."}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"shell","description":"Runs a command in /srv/two."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"shell","description":"Runs a command in /srv/one."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = editedTools(changes, isVolatile);
    const count = promptTools(parent.tools()).length;
    const observed = `only volatile values (times, ids, paths, counters) differ in ${edited.names.length} of ${pluralize(count, "tool")}`;
    return { ...edited, observed };
  },
};

/** Numbers of a schema are its own: only what differs inside strings can be volatile. */
function isVolatile({ parent, child, member }: ToolEdit): boolean {
  if (member === "" || member === "name" || member === "type") return false;
  const texts = differingStrings(toolMembers(parent.value).get(member), toolMembers(child.value).get(member));
  return texts !== null && texts.every(([before, after]) => volatileDifference(before, after) !== null);
}
