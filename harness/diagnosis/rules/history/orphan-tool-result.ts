import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const orphanToolResult: Rule = {
  code: "CB418",
  slug: "orphan-tool-result",
  segment: "messages",
  severity: "high",
  weight: "invalid",
  providerReason: null,
  title: "A tool result stands in the fork without its call",
  when: "A tool result of the fork answers no call of the turn before it.",
  why: "The provider answers 400: each result must follow the turn that made its call. A history that was cut between the two, or a call that was filtered, leaves such a result behind.",
  fix: "Keep calls and results together; take both out or neither.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"a + b"}]}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."},{"role":"user","content":"go"}]}`,
  },
  detect({ child }) {
    const { orphans } = child.callPairing();
    const [first] = orphans;
    if (first === undefined) return null;
    const { length } = orphans;
    return {
      pointer: first,
      observed: `${pluralize(length, "tool result")} of the fork's ${length === 1 ? "answers" : "answer"} no call, the first at ${first}`,
    };
  },
};
