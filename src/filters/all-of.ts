import { decideSafely } from "./decide-safely.ts";
import type { ToolFilter } from "./tool-filter.ts";

/** Lets a call run when every filter does; the first denial stands. Of no filters, nothing is let through. */
export function allOf(filters: readonly ToolFilter[]): ToolFilter {
  return {
    name: `all-of(${filters.map(({ name }) => name).join(", ")})`,
    decide: async (call) => {
      const rules: string[] = [];
      for (const filter of filters) {
        const decision = await decideSafely(filter, call);
        if (decision.decision !== "allow") return decision;
        rules.push(decision.rule);
      }
      if (rules.length === 0)
        return { decision: "deny", rule: "all-of.empty", reason: "No filter is there to allow it." };
      return { decision: "allow", rule: rules.join(" + "), reason: "Every filter allows it." };
    },
  };
}
