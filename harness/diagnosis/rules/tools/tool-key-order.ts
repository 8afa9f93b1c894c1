import { editedTools, type ToolEdit } from "../../changes/tools/edited-tools.ts";
import { isSameTool, promptTools, type ReadTool } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { hasSameTokens } from "../../text/has-same-tokens.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolKeyOrder: Rule = {
  code: "CB206",
  slug: "tool-key-order",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "tools_changed",
  title: "A tool's members stand in another order than in the parent",
  when: "A tool is equal as a value and made of the same tokens in another order.",
  why: "Providers hash what they are sent and do not sort it. Encoders that iterate over a hash map, and gateways that re-encode the body, write equal objects with their members in any order.",
  fix: "Send the parent's bytes, or encode tools with an encoder that keeps the order of members.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read","description":"Reads a file."}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"description":"Reads a file.","name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read","description":"Reads a file."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = editedTools(changes, isReordered);
    const count = promptTools(parent.tools()).length;
    const observed = `${edited.names.length} of ${pluralize(count, "tool")} ${edited.names.length === 1 ? "has" : "have"} the same members in another order`;
    return { ...edited, observed };
  },
};

/** Tools that are equal and stand in other lists of declarations, or once as a member and once by themselves, have no other order. */
function isReordered({ member, parent, child }: ToolEdit): boolean {
  if (member !== "" || isMember(parent) !== isMember(child) || isSameTool(parent, child)) return false;
  return hasSameTokens(parent.raw, child.raw);
}

function isMember({ raw }: ReadTool): boolean {
  return raw.startsWith('"');
}
