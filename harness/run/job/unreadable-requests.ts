import type { ScriptFault } from "../../checks/check-script.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Layout } from "../../kernel/layout.ts";
import { checkBody } from "../../verdict/check-body.ts";
import type { ForkOnWire } from "../fork/fork-runs.ts";

/**
 * Forks without their unreadable first requests, and why those cannot be judged: the fork sent them, so only its job fails. `like` is the
 * layout of a valid body that they may repeat.
 */
export function withoutUnreadable(
  wire: readonly ForkOnWire[],
  like: Layout | null,
): {
  readonly wire: readonly ForkOnWire[];
  readonly faults: readonly ScriptFault[];
} {
  const faults: ScriptFault[] = [];
  const readable = wire.map((each) => {
    const why = each.first === null ? null : whyUnreadable(each.first, like);
    if (why === null) return each;
    const what = `${each.lane} sent a request that cannot be judged: ${why}.`;
    faults.push({ code: "HX250", what, fix: "Send one JSON text in UTF-8, without a content encoding." });
    return { ...each, first: null };
  });
  return { wire: readable, faults };
}

function whyUnreadable(first: NonNullable<ForkOnWire["first"]>, like: Layout | null): string | null {
  try {
    checkBody(first, like);
    return null;
  } catch (fault) {
    if (fault instanceof HarnessError) return fault.message.replace(/\.$/, "");
    throw fault;
  }
}
