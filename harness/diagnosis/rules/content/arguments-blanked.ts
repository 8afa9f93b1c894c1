import { argumentsValue, callNames, withoutArguments } from "../../reading/call-arguments.ts";
import { changesOf } from "../../changes/change.ts";
import { isJsonObject, sameValue } from "../../reading/json-value.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const argumentsBlanked: Rule = {
  code: "CB412",
  slug: "arguments-blanked",
  segment: "messages",
  severity: "high",
  weight: "cause",
  before: ["CB405"],
  providerReason: "messages_changed",
  title: "The arguments of a tool call were emptied",
  when: "The arguments of a tool call are empty in the fork alone.",
  why: "Emptying the arguments of past calls, to save context or to hide a directive from siblings, rewrites the history from the call on.",
  fix: "Send past calls with the arguments that they had.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"add.js"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const explains = changesOf(changes, "block", "edited").filter(({ parent, child }) => {
      if (parent.kind !== "tool-use" || child.kind !== "tool-use") return false;
      if (isEmpty(argumentsValue(parent.value)) || !isEmpty(argumentsValue(child.value))) return false;
      return sameValue(withoutArguments(parent.value), withoutArguments(child.value));
    });
    const { length } = explains;
    return {
      explains,
      names: callNames(explains.map(({ parent }) => parent)),
      observed: `${pluralize(length, "tool call")} ${length === 1 ? "has" : "have"} no arguments any more`,
    };
  },
};

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (isJsonObject(value) && Object.keys(value).length === 0)
  );
}
