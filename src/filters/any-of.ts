import { decideSafely } from "./decide-safely.ts";
import type { ToolFilter } from "./tool-filter.ts";

/** Lets a call run when one of the filters does; its word stands. Of denials, the last one's rule and all reasons. */
export function anyOf(filters: readonly ToolFilter[]): ToolFilter {
  return {
    name: `any-of(${filters.map(({ name }) => name).join(", ")})`,
    decide: async (call) => {
      const reasons: string[] = [];
      let rule = "any-of.empty";
      for (const filter of filters) {
        const decision = await decideSafely(filter, call);
        if (decision.decision === "allow") return decision;
        reasons.push(decision.reason);
        rule = decision.rule;
      }
      return { decision: "deny", rule, reason: reasons.join(" ") || "No filter is there to allow it." };
    },
  };
}
