import type { ToolFilter } from "./tool-filter.ts";

/** Lets the named tools run, whatever their input. Names are compared exactly; with no name, no tool may run. */
export function allowTools(names: readonly string[]): ToolFilter {
  const allowed = new Set(names);
  const refusal =
    allowed.size === 0 ? "No tool may run here." : `Only these tools may run here: ${[...allowed].join(", ")}.`;
  return {
    name: "allow-tools",
    decide: ({ tool }) =>
      allowed.has(tool)
        ? { decision: "allow", rule: "allow-tools", reason: `${tool} is on the list.` }
        : { decision: "deny", rule: "allow-tools", reason: refusal },
  };
}
