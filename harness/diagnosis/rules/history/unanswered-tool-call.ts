import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const unansweredToolCall: Rule = {
  code: "CB419",
  slug: "unanswered-tool-call",
  segment: "messages",
  severity: "high",
  weight: "invalid",
  providerReason: null,
  title: "A tool call stands in the fork without its result",
  when: "A tool call of the fork has no result in the turn behind it.",
  why: "The provider answers 400: the turn behind a call must hold its result. A fork that starts in the middle of a tool call inherits such a call.",
  fix: "Answer every open call at the head of the fork's first own message, with the same words for all siblings.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"fork","input":{}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"fork","input":{}}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"fork","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"started"},{"type":"text","text":"go"}]}]}`,
  },
  detect({ child }) {
    const { unanswered } = child.callPairing();
    const [first] = unanswered;
    if (first === undefined) return null;
    const { length } = unanswered;
    return {
      pointer: first,
      observed: `${pluralize(length, "tool call")} of the fork's ${length === 1 ? "has" : "have"} no result, the first at ${first}`,
    };
  },
};
