import { editedTools } from "../../changes/tools/edited-tools.ts";
import { promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolDescriptionChanged: Rule = {
  code: "CB205",
  slug: "tool-description-changed",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB208"],
  providerReason: "tools_changed",
  title: "A tool's description differs from the parent's",
  when: "A tool of the same name has another description.",
  why: "Descriptions are prompt: they stand in front of the system prompt, so one changed word uncaches all tools, the system prompt and the conversation.",
  fix: "Write descriptions once for a session; tell a fork what is different for it in its own message.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read","description":"Reads a file of the project."}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read","description":"Reads a file; the fork may read only what it was given."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read","description":"Reads a file of the project."}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = editedTools(changes, ({ member }) => member === "description");
    const count = promptTools(parent.tools()).length;
    return { ...edited, observed: `the description differs in ${edited.names.length} of ${pluralize(count, "tool")}` };
  },
};
