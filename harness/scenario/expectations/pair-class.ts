import type { PairClass, Verdict } from "../../kernel/judgement.ts";
import { type ExpectationOf, expectedOf } from "./expectation.ts";
import { checkSame } from "./parts/check-same.ts";
import { unproducible } from "./parts/unproducible.ts";
import { verdict } from "./verdict.ts";

const schema = {
  description: "How the later request follows the earlier one.",
  enum: ["initial", "identical", "extension", "shortened", "changed", "unrelated"],
} as const;

export const pairClass: ExpectationOf<typeof schema, PairClass> = {
  name: "class",
  schema,
  kinds: ["pair", "fork"],
  decode: (written) => written,
  unproducible: (value, _scenario, expected) => {
    const held = expectedOf(expected, verdict);
    const possible = held === null ? [...new Set(Object.values(CLASSES).flat())] : CLASSES[held];
    if (possible.includes(value)) return [];
    const what = `cannot be ${value} with ${held === null ? "a pair" : `\`verdict: ${held}\``}`;
    return [unproducible(["class"], "value", what, `write one of ${possible.join(", ")}`)];
  },
  check: (value, { judgements }) =>
    value === null ? [] : judgements.map((each) => checkSame("class", [each], value, (judged) => judged.class)),
};

/** The classes that go with each verdict; `initial` is of a request without a parent. */
const CLASSES: Readonly<Record<Verdict, readonly PairClass[]>> = {
  "byte-identical": ["identical", "extension", "shortened"],
  "rendered-identical": ["identical", "extension", "shortened"],
  diverged: ["changed", "unrelated"],
  "not-comparable": ["unrelated"],
};
