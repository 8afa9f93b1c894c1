import type { FindingCode } from "../../kernel/finding.ts";
import type { CheckResult, Warning } from "../../kernel/run-result.ts";
import type { Evidence, FirstTurn } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { decodeFindings, WARNING_CODES } from "./findings.ts";
import { checkExactly } from "./parts/check-exactly.ts";
import { firstTurnsLooked } from "./parts/each-fork.ts";
import { errorsOnly, unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "Exactly these warning codes (or slugs).",
  type: "array",
  uniqueItems: true,
  items: { $ref: "#/definitions/finding" },
} as const;

export const warnings: ExpectationOf<typeof schema, readonly FindingCode[]> = {
  name: "warnings",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: decodeFindings,
  /** A run warns only of CB900; a live one also if the provider and the judge disagree, a session also of misses that nothing explains. */
  unproducible: (codes, scenario) => {
    const isLive = scenario.kind === "fork" && scenario.provider.mode === "live";
    const more = { session: ["CB901"], fork: isLive ? ["CB903"] : [], pair: [] }[scenario.kind];
    const known: readonly string[] = [...WARNING_CODES, ...more];
    const others = codes.filter((code) => !known.includes(code));
    const fix = "name a cause under `findings`, or remove the code";
    return [
      ...others.map((code) => unproducible(["warnings"], "value", `expects ${code}, which is not a warning`, fix)),
      ...errorsOnly(scenario, "warnings"),
    ];
  },
  check: (codes, evidence) => (codes === null ? [] : [checkWarnings(codes, evidence)]),
};

/** The warnings that the scenario does not expect; expected ones are checked and not printed. */
export function unexpectedWarnings(
  warnings: readonly Warning[],
  expected: readonly string[] | null,
): readonly Warning[] {
  return warnings.filter(({ code }) => expected?.every((each) => each !== code) ?? true);
}

/** If no first turn has a ratio, no warning could appear. Then an empty list proves nothing, and fails. */
function checkWarnings(
  expected: readonly string[],
  { firstTurns, warnings }: Pick<Evidence, "firstTurns" | "warnings">,
): CheckResult {
  const known = firstTurns.filter(canWarn).length;
  const codes = [...new Set(warnings.map(({ code }) => code))];
  const held = checkExactly("warnings", codes, expected, known);
  const silent = firstTurns.length - known;
  const unknown =
    silent === 0 ? [] : [`${silent} of ${firstTurns.length} first turns have no ratio, so CB900 cannot show`];
  return {
    ...held,
    observed: [...(known === 0 && codes.length === 0 ? [] : [held.observed]), ...unknown].join("; ") || held.observed,
    examined: firstTurnsLooked(known),
  };
}

/** Whether CB900 could appear: the provider reported what it read. */
function canWarn({ judgement }: FirstTurn): boolean {
  return (judgement?.ratio?.observed ?? null) !== null;
}
