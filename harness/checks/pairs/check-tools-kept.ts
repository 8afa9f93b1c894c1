import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";

/**
 * A filter decides when a call is made. A filter that hid a tool from the request would change the first bytes of the prefix. So with a
 * filter, the fork's first request must hold every tool that the parent declared, byte by byte.
 */
export function checkToolsKept(judgements: readonly Judgement[]): CheckResult {
  const wrong = judgements.filter(({ divergence }) => divergence?.segment === "tools");
  const blocks = judgements.reduce((sum, { examined }) => sum + examined.blocks, 0);
  return {
    check: "tools-kept",
    status: wrong.length === 0 && judgements.length > 0 ? "passed" : "failed",
    expected: "the filter changes no byte of the declared tools",
    observed:
      wrong
        .map(({ divergence, child }) => `${child.id} leaves its parent at ${divergence?.at ?? "tools"}`)
        .join("; ") || "every declared tool as its parent sent it",
    examined: { count: blocks, what: blocks === 1 ? "block" : "blocks" },
  };
}
