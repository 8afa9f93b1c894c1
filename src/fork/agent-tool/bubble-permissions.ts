import type { ToolCall, ToolFilter } from "../../filters/tool-filter.ts";

/** What a fork asks its parent before a call runs. */
export type PermissionQuestion = { readonly label: string; readonly call: ToolCall };

export type Bubble = {
  /** The fork that asks, for whoever answers. */
  readonly label: string;
  /** Which calls need a permission; the others run. */
  readonly needsPermission: (call: ToolCall) => boolean;
  /** The parent's own way to ask. A no denies, and so does a throw. */
  readonly ask: (question: PermissionQuestion) => Promise<boolean>;
};

/**
 * Permission mode `bubble`: a fork has no user of its own, so its questions go up to its parent's. Questions of one fork are
 * asked one at a time; while one is open, the fork can be aborted.
 */
export function bubblePermissions({ label, needsPermission, ask }: Bubble): ToolFilter {
  return {
    name: "bubble",
    decide: async (call) => {
      if (!needsPermission(call)) {
        return { decision: "allow", rule: "bubble.not-needed", reason: `${call.tool} needs no permission.` };
      }
      return (await ask({ label, call }))
        ? { decision: "allow", rule: "bubble.granted", reason: "The parent's user allowed it." }
        : { decision: "deny", rule: "bubble.refused", reason: "The parent's user did not allow it." };
    },
  };
}
