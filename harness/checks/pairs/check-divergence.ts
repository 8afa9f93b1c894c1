import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { DivergenceExpectation } from "../../scenario/scenario.ts";
import { pairs } from "./pairs.ts";

/** Where the shared part must end, and whom the cause must name. */
export function checkDivergence({ divergence, findings }: Judgement, expected: DivergenceExpectation): CheckResult {
  const cause = findings.find((finding) => finding.role === "cause" && finding.segment === divergence?.segment);
  const observed = {
    segment: divergence?.segment ?? "none",
    pointer: divergence?.pointer ?? "none",
    names: cause?.names.join(" ") ?? "none",
  };
  const wanted = { segment: expected.segment, pointer: expected.pointer, names: expected.names?.join(" ") ?? null };
  const said = (["segment", "pointer", "names"] as const).filter((each) => wanted[each] !== null);
  const listed = (values: Readonly<Record<string, string | null>>): string =>
    said.map((each) => `${each} ${values[each]}`).join(", ");
  return {
    check: "divergence",
    status: said.length > 0 && said.every((each) => wanted[each] === observed[each]) ? "passed" : "failed",
    expected: listed(wanted),
    observed: listed(observed),
    examined: pairs(1),
  };
}
