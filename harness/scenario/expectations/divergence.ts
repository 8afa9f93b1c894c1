import type { Judgement } from "../../kernel/judgement.ts";
import type { Segment } from "../../kernel/layout.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import { type ExpectationOf, expectedOf } from "./expectation.ts";
import { pairs } from "./parts/pairs.ts";
import { unproducible } from "./parts/unproducible.ts";
import { verdict } from "./verdict.ts";

const schema = {
  description: "Where the first difference is.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    segment: { description: "The part of the prefix.", enum: ["tools", "system", "messages"] },
    pointer: { allOf: [{ $ref: "#/definitions/pointer" }], description: "The parent's first differing block." },
    names: {
      description: "Exactly the names in the cause, such as the missing tools.",
      type: "array",
      items: { $ref: "#/definitions/text" },
    },
  },
} as const;

export type DivergenceExpectation = {
  readonly segment: Segment | null;
  readonly pointer: string | null;
  /** The names in the cause, in the parent's order. */
  readonly names: readonly string[] | null;
};

export const divergence: ExpectationOf<typeof schema, DivergenceExpectation> = {
  name: "divergence",
  schema,
  kinds: ["pair", "fork"],
  decode: (written) => ({ segment: null, pointer: null, names: null, ...written }),
  unproducible: (_value, _scenario, expected) => {
    const held = expectedOf(expected, verdict);
    if (held === null || held === "diverged") return [];
    const what = `expects a first difference, but \`verdict: ${held}\` excludes one`;
    return [unproducible(["divergence"], "value", what, "write `verdict: diverged`, or remove the divergence")];
  },
  check: (value, { judgements }) =>
    value === null ? [] : judgements.map((judgement) => checkDivergence(judgement, value)),
};

/** Where the shared part must end, and which names the cause must hold. */
export function checkDivergence({ divergence, findings }: Judgement, expected: DivergenceExpectation): CheckResult {
  const cause = findings.find((finding) => finding.role === "cause" && finding.segment === divergence?.segment);
  const observed = {
    segment: divergence?.segment ?? "none",
    pointer: divergence?.pointer ?? "none",
    names: cause?.names.join(" ") ?? "none",
  };
  const wanted = { segment: expected.segment, pointer: expected.pointer, names: expected.names?.join(" ") ?? null };
  const written = (["segment", "pointer", "names"] as const).filter((each) => wanted[each] !== null);
  const listed = (values: Readonly<Record<string, string | null>>): string =>
    written.map((each) => `${each} ${values[each]}`).join(", ");
  return {
    check: "divergence",
    status: written.length > 0 && written.every((each) => wanted[each] === observed[each]) ? "passed" : "failed",
    expected: listed(wanted),
    observed: listed(observed),
    examined: pairs(1),
  };
}
