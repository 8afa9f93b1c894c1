import type { ToolFilter } from "./tool-filter.ts";

/** Lets every call run. */
export const allowAll: ToolFilter = {
  name: "allow-all",
  decide: () => ({ decision: "allow", rule: "allow-all", reason: "No filter is set." }),
};
