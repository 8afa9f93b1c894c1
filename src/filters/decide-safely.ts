import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";

/** The filter's word on a call. One that throws or rejects has denied, by the rule `filter-failed`. */
export async function decideSafely(filter: ToolFilter, call: ToolCall): Promise<Decision> {
  try {
    return await filter.decide(call);
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    return { decision: "deny", rule: "filter-failed", reason: `The filter ${filter.name} failed: ${what}` };
  }
}
