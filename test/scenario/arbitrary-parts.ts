import type { JsonObject } from "../../harness/kernel/json.ts";
import * as fc from "fast-check";

import type { DecisionCase, DecisionRow, FilterForm } from "../../harness/scenario/filter-form.ts";
import type { Comparison, NumberBound } from "../../harness/scenario/decode/number-bound.ts";
import type { RecordedRequest } from "../../harness/scenario/scenario.ts";
import { clients, decisions, promises } from "./scenario-words.ts";

/** Text of any characters, not empty. */
export const text: fc.Arbitrary<string> = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });

/** Text that begins and ends with something to see, on one line. */
export const line: fc.Arbitrary<string> = text.filter((it) => /^\S(.*\S)?$/u.test(it));

export const json: fc.Arbitrary<JsonObject> = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 3,
  noNullPrototype: true,
});

export const pointer: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.nat(60).map(String), fc.constantFrom("messages", "a~1b", "~0")), { maxLength: 4 })
  .map((tokens) => tokens.map((token) => `/${token}`).join(""));

/** In milliseconds; each can be written with one of the four units. */
export const duration: fc.Arbitrary<number> = fc.oneof(
  fc.nat(999_999),
  fc.nat(999_999).map((seconds) => seconds * 1_000),
  fc.nat(999_999).map((hours) => hours * 3_600_000),
);

const comparison: fc.Arbitrary<Comparison> = fc.constantFrom(">=", "<=", ">", "<", "=");

export const ratioBound: fc.Arbitrary<NumberBound> = fc.record({
  comparison,
  value: fc.oneof(
    fc.constantFrom(0, 1),
    fc.nat(999).map((thousandths) => thousandths / 1_000),
  ),
});

export const usdBound: fc.Arbitrary<NumberBound> = fc.record({
  comparison,
  value: fc.nat(999_999).map((value) => value / 1_000),
});

export const countBound: fc.Arbitrary<NumberBound> = fc.record({ comparison, value: fc.nat() });

export const request: fc.Arbitrary<RecordedRequest> = fc.record({
  source: text,
  exchange: fc.oneof(
    fc.record({ by: fc.constant("last" as const) }),
    fc.record({ by: fc.constant("id" as const), id: text.filter((id) => id !== "last") }),
    fc.record({ by: fc.constant("place" as const), model: text, index: fc.integer() }),
  ),
});

export const filterForm: fc.Arbitrary<FilterForm> = fc.oneof(
  fc.record({ kind: fc.constant("allow-tools" as const), tools: fc.uniqueArray(text, { maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("auto-mem" as const),
    memoryDir: text,
    client: maybe(fc.constantFrom(...clients)),
    promise: fc.constantFrom(...promises),
  }),
);

export const decisionRow: fc.Arbitrary<DecisionRow> = fc.record({
  tool: text,
  input: maybe(json),
  decision: fc.constantFrom(...decisions),
  rule: maybe(text),
});

export const decisionCase: fc.Arbitrary<DecisionCase> = fc
  .tuple(decisionRow, json)
  .map(([row, input]) => ({ ...row, input }));

export function maybe<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(arbitrary, { nil: null, freq: 2 });
}

export function few<Value>(arbitrary: fc.Arbitrary<Value>, minLength: number = 0): fc.Arbitrary<Value[]> {
  return fc.array(arbitrary, { minLength, maxLength: 3 });
}

export function subset<Value>(values: readonly Value[]): fc.Arbitrary<Value[]> {
  return fc.subarray([...values]);
}
