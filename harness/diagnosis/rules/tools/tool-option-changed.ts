import { editedTools } from "../../changes/tools/edited-tools.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolOptionChanged: Rule = {
  code: "CB208",
  slug: "tool-option-changed",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB416"],
  providerReason: "tools_changed",
  title: "A tool carries another option than in the parent",
  when: "A member of a tool other than description and schema differs, or the tool became deferred.",
  why: "Options such as strict, eager_input_streaming or defer_loading belong to the tool definition. An SDK may set them by itself: one that streams adds a member that its non-streaming call does not.",
  fix: "Call the provider in the fork as the parent does (streamed or not, same SDK, same options), so that every tool is encoded alike.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read","eager_input_streaming":true}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read"}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = editedTools(changes, ({ member }) => member !== "");
    const members = [...new Set(edited.explains.map(({ member }) => member))];
    // Deferred ones as well: to be deferred is such an option.
    const count = parent.tools().length;
    return {
      ...edited,
      observed: `${members.join(", ")} differs in ${edited.names.length} of ${pluralize(count, "tool")}`,
    };
  },
};
