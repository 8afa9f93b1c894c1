import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { JudgedRecording } from "../../kernel/inspection/inspection.ts";
import type { WhatIf } from "../../kernel/inspection/what-if.ts";
import { pluralize } from "../../kernel/text/format-count.ts";

/** Codes of `--fix` that change nothing: all of them, which fails the command, or some. */
export type IdleFixes =
  | { readonly kind: "wholly"; readonly fault: HarnessError }
  | { readonly kind: "in part"; readonly note: string };

/** Null if each code of `--fix` changes something. `--fix-all` names no code, so it may find nothing to fix. */
export function idleFixes({ fixes, exchanges, totals }: WhatIf, judged: JudgedRecording): IdleFixes | null {
  const changed = new Set(exchanges.flatMap(({ fixed }) => fixed.codes));
  const idle = (fixes ?? []).filter((code) => !changed.has(code));
  if (idle.length === 0) return null;
  const found = new Set(
    judged.exchanges.flatMap(({ findings }) =>
      findings.flatMap(({ code, role }) => (role === "cause" || role === "masked" ? [code] : [])),
    ),
  );
  const [unpriced, absent] = [idle.filter((code) => found.has(code)), idle.filter((code) => !found.has(code))];
  const why = [
    ...(absent.length === 0
      ? []
      : [`not one of ${pluralize(totals.requests, "request")} has the cause ${absent.join(" or ")}`]),
    ...(unpriced.length === 0 ? [] : [`the cost of ${unpriced.join(", ")} is unknown`]),
  ].join("; ");
  const fix =
    found.size === 0
      ? "the recording has no cause to fix; leave --fix out to predict its usage"
      : `name causes of this recording: ${[...found].sort().join(", ")}`;
  if (exchanges.length > 0) return { kind: "in part", note: `--fix ${idle.join(",")} changes nothing: ${why}; ${fix}` };
  return {
    kind: "wholly",
    fault: new HarnessError({ code: "HX522", what: `--fix changes nothing: ${why}`, fix, exit: 2 }),
  };
}
