import { editedTools } from "../../changes/tools/edited-tools.ts";
import { promptTools } from "../../reading/read-tools.ts";
import type { Rule } from "../../rule.ts";
import { isSchema } from "../../reading/tool-schema.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const toolSchemaChanged: Rule = {
  code: "CB204",
  slug: "tool-schema-changed",
  segment: "tools",
  severity: "high",
  weight: "cause",
  before: ["CB208"],
  providerReason: "tools_changed",
  title: "A tool's input schema differs from the parent's",
  when: "A tool of the same name has a schema of another value.",
  why: "The schema is part of the tool definition and stands before the system prompt in the prefix. Schemas that are fetched or generated anew for each request drift: a default, an enum, an optional property.",
  fix: "Freeze the schemas with the session, and let a fork send the ones that its parent sent.",
  example: {
    parent: `{"model":"m","tools":[{"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","tools":[{"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}}}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","tools":[{"name":"read","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, parent }) {
    const edited = editedTools(changes, ({ member }) => isSchema(member));
    const count = promptTools(parent.tools()).length;
    return { ...edited, observed: `the schema differs in ${edited.names.length} of ${pluralize(count, "tool")}` };
  },
};
