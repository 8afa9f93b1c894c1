import type { CheckResult } from "../../kernel/run-result.ts";
import type { ForkSection } from "../fork-section.ts";
import type { ProviderSection } from "../provider-section.ts";
import type { FromSchema, Schema } from "../schema/from-schema.ts";
import type { ValueFault } from "../shape/fault.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { Evidence } from "./evidence.ts";

/**
 * One key under `expect`: its shape in a file, its meaning, and its check. expectations.ts lists them all; the schema, the loader and the
 * runner know them from that list alone.
 */
export type Expectation<Written = unknown, Value = unknown> = {
  readonly name: string;
  /** What a file may write, with the description that editors show. */
  readonly schema: Schema;
  /** The kinds of scenario that may write it; the schema refuses it in others. */
  readonly kinds: readonly ExpectingKind[];
  decode(written: Written, vocabulary: Vocabulary): Value;
  /** Finds parts of the value that no run of this scenario can produce. Without this rule, only the run shows them. */
  unproducible?(value: Value, scenario: ExpectingScenario, expected: Expected): readonly ValueFault[];
  /** Compares the value with the evidence. Null: the scenario does not write it. */
  check(value: Value | null, evidence: Evidence): readonly CheckResult[];
};

/** An expectation whose written type follows from its schema, a literal. */
export type ExpectationOf<Literal extends Schema, Value> = Expectation<FromSchema<Literal>, Value> & {
  readonly schema: Literal;
};

/** A decision table has no `expect`. */
export type ExpectingKind = "pair" | "session" | "fork";

/** The parts of a scenario that a rule may read besides `expect`. */
export type ExpectingScenario =
  | { readonly kind: "pair" | "session" }
  | { readonly kind: "fork"; readonly fork: ForkSection; readonly provider: ProviderSection };

/** The expected values of a scenario, by name, for all expectations of its kind. Null: not written. */
export type Expected = { readonly [name: string]: unknown };

/** The value of one expectation; null if the scenario does not write it. */
export function expectedOf<Written, Value>(expected: Expected, { name }: Expectation<Written, Value>): Value | null {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Only this expectation's own decoder writes under its name.
  return (expected[name] ?? null) as Value | null;
}

/** Decodes the `expect` of a file that the schema has accepted. */
export function decodeExpected(
  written: { readonly [name: string]: unknown },
  kind: ExpectingKind,
  vocabulary: Vocabulary,
  expectations: readonly Expectation[],
): Expected {
  const decoded = expectations
    .filter(({ kinds }) => kinds.includes(kind))
    .map((each) => {
      const { name } = each;
      return [name, written[name] === undefined ? null : each.decode(written[name], vocabulary)] as const;
    });
  return Object.fromEntries(decoded);
}
