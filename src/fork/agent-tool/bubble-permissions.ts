import type { ToolCall, ToolFilter } from "../../filters/tool-filter.ts";
import { checkNames } from "../params/check-names.ts";
import { checkShapes, isFunction, isText, type Shape } from "../params/check-shapes.ts";
import { describeValue } from "../../wire/describe-value.ts";

/** A fork's question to its parent before a call runs. */
export type PermissionQuestion = { readonly label: string; readonly call: ToolCall };

export type Bubble = {
  /** The name of the fork that asks. */
  readonly label: string;
  /** Selects calls that need a permission. Only false lets a call run without one. */
  readonly needsPermission: (call: ToolCall) => boolean | Promise<boolean>;
  /** The parent's own way to ask. Nothing but true allows; a throw denies. */
  readonly ask: (question: PermissionQuestion) => Promise<boolean>;
};

/**
 * Permission mode `bubble`: a fork has no user of its own, so its questions go up to its parent's. Questions of one fork are
 * asked one at a time; while one is open, the fork can be aborted. Throws ForkParamsError for an unknown or invalid option.
 */
export function bubblePermissions(bubble: Bubble): ToolFilter {
  checkShapes(bubble, shapes);
  checkNames(bubble, ["label", "needsPermission", "ask"], "option of bubblePermissions");
  const { label, needsPermission, ask } = bubble;
  return {
    name: "bubble",
    decide: async (call) => {
      // JavaScript may return anything from both. A truthy value, such as { decision: "deny" }, does not grant the permission.
      const needed: unknown = await needsPermission(call);
      if (needed === false) {
        return { decision: "allow", rule: "bubble.not-needed", reason: `${call.tool} needs no permission.` };
      }
      const answer: unknown = await ask({ label, call });
      return answer === true
        ? { decision: "allow", rule: "bubble.granted", reason: "The parent's user allowed it." }
        : { decision: "deny", rule: "bubble.refused", reason: refusalOf(answer) };
    },
  };
}

const shapes: readonly Shape[] = [
  { name: "label", fits: isText, wanted: "a text; name the fork that asks" },
  {
    name: "needsPermission",
    fits: isFunction,
    wanted: "a function; pass (call) => true if a call needs a permission",
  },
  { name: "ask", fits: isFunction, wanted: "a function; pass async ({ label, call }) => true if it is granted" },
];

function refusalOf(answer: unknown): string {
  if (answer === false) return "The parent's user did not allow it.";
  return `The parent's answer is ${describeValue(answer)}, and nothing but true allows.`;
}
