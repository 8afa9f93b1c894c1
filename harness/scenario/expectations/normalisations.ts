import type { Normalisation } from "../../kernel/judgement.ts";
import { type ExpectationOf, expectedOf } from "./expectation.ts";
import { checkExactly } from "./parts/check-exactly.ts";
import { unproducible } from "./parts/unproducible.ts";
import { verdict } from "./verdict.ts";

const schema = {
  description: "Exactly these normalisations, the fewest that make the prefix identical.",
  type: "array",
  uniqueItems: true,
  items: {
    enum: [
      "cache_control",
      "string-as-text-block",
      "token-whitespace",
      "billing-header",
      "deferred-tools",
      "item-id-and-key-order",
    ],
  },
} as const;

export const normalisations: ExpectationOf<typeof schema, readonly Normalisation[]> = {
  name: "normalisations",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: (written) => written,
  unproducible: (value, _scenario, expected) => {
    const held = expectedOf(expected, verdict);
    if ((held !== "byte-identical" && held !== "not-comparable") || value.length === 0) return [];
    const what = `expects ${value.join(", ")}, but \`verdict: ${held}\` does not need normalisations`;
    const fix = "write `verdict: rendered-identical`, or remove the normalisations";
    return [unproducible(["normalisations"], "value", what, fix)];
  },
  check: (value, { judgements }) => {
    if (value === null) return [];
    const used = [...new Set(judgements.flatMap((each) => each.normalisations))];
    return [checkExactly("normalisations", used, value, judgements.length)];
  },
};
