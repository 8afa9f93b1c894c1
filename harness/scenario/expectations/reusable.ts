import type { Reusable } from "../../kernel/judgement.ts";
import { type ExpectationOf, expectedOf } from "./expectation.ts";
import { findings, NOTE_CODES } from "./findings.ts";
import { checkSame } from "./parts/check-same.ts";
import { unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "Whether the cache can serve the prefix, by the provider's rules.",
  enum: ["yes", "no", "unknown"],
} as const;

export const reusable: ExpectationOf<typeof schema, Reusable> = {
  name: "reusable",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: (written) => written,
  /** `reusable: no` and a cause say the same (harness/CONTRACTS.md). In a session, a finding may belong to no pair. */
  unproducible: (value, { kind }, expected) => {
    const named = expectedOf(expected, findings);
    if (named === null) return [];
    const causes = named.filter((code) => !NOTE_CODES.includes(code));
    if (value === "no" && causes.length === 0) {
      const what = "expects a prefix that the cache cannot serve, but `expect.findings` names no cause";
      return [unproducible(["reusable"], "value", what, "name the cause under `findings`, or expect another value")];
    }
    if (value === "no" || causes.length === 0 || kind === "session") return [];
    const what = `cannot be ${value} with ${causes.join(", ")} under \`expect.findings\`: a cause makes it no`;
    return [unproducible(["reusable"], "value", what, "write `reusable: no`, or remove the code")];
  },
  check: (value, { judgements }) =>
    value === null ? [] : [checkSame("reusable", judgements, value, (each) => each.reusable)],
};
