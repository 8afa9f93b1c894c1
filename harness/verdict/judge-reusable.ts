import type { Comparison } from "../compare/compare-layouts.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Finding } from "../kernel/finding.ts";
import type { Reusable } from "../kernel/judgement.ts";

/** Whether the provider can serve the parent's prefix to the child, and why. */
export function judgeReusable(
  comparison: Comparison,
  findings: readonly Finding[],
  _parent: Exchange,
  _child: Exchange,
  _provider: string | null,
): { readonly reusable: Reusable; readonly because: readonly string[] } {
  const causes = findings.filter((finding) => finding.role === "cause");
  if (comparison.verdict === "diverged" || causes.length > 0) {
    return { reusable: "no", because: causes.map((cause) => `${cause.code}: ${cause.observed}`) };
  }
  return { reusable: "yes", because: [] };
}
