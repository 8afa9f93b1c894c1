import { decideSafely } from "./decide-safely.ts";
import type { Decision, ToolCall, ToolFilter } from "./tool-filter.ts";

/** A decision as it was taken, with the call it was taken on. */
export type RecordedDecision = Decision & { readonly call: ToolCall };

/** A filter that decides as the given one and keeps every decision, allow or deny, in order. For runtimes that gate calls of their own. */
export function recordDecisions(filter: ToolFilter): {
  readonly filter: ToolFilter;
  readonly decisions: readonly RecordedDecision[];
} {
  const decisions: RecordedDecision[] = [];
  const decide = async (call: ToolCall): Promise<Decision> => {
    const decision = await decideSafely(filter, call);
    decisions.push({ ...decision, call });
    return decision;
  };
  return { filter: { name: filter.name, decide }, decisions };
}
