import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";

/** The filter's word on a call. One that throws or rejects has denied, by the rule `filter-failed`. */
export async function decideSafely(filter: ToolFilter, call: ToolCall): Promise<Decision> {
  try {
    const said: unknown = await filter.decide(call);
    if (isDecision(said)) return said;
    return { decision: "deny", rule: "filter-failed", reason: `The filter ${filter.name} failed: it gave no decision` };
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    return { decision: "deny", rule: "filter-failed", reason: `The filter ${filter.name} failed: ${what}` };
  }
}

function isDecision(said: unknown): said is Decision {
  if (typeof said !== "object" || said === null || !("decision" in said && "rule" in said && "reason" in said))
    return false;
  const isWord = said.decision === "allow" || said.decision === "deny";
  return isWord && typeof said.rule === "string" && typeof said.reason === "string";
}
