import type { Decision } from "./tool-filter.ts";
import { guideTo } from "./rule-guide.ts";

/**
 * What the model reads in the tool's place: JSON, the same on every wire, so that it can tell a rule from a failure and try another way
 * within the turn. `allowed` and `retry` come from the rule.
 */
export function denialBody(tool: string, { rule, reason }: Decision): string {
  const { allowed, retry } = guideTo(rule);
  return JSON.stringify({ code: "tool_denied", tool, rule, reason, allowed, retry });
}
