import * as fc from "fast-check";

import type { StrategyOptions, Subject } from "../../harness/scenario/fork-section.ts";
import * as words from "./scenario-words.ts";

/** A strategy with some of its options. */
export function arbitraryStrategy(text: fc.Arbitrary<string>): fc.Arbitrary<Subject> {
  return fc.oneof(
    strategy(fc.constant("pass-through"), {}),
    strategy(fc.constant("qwen-history"), {}),
    strategy(fc.constant("sanitized-history"), {}),
    strategy(fc.constant("placeholder-results"), { acknowledge: fc.boolean(), blankArguments: fc.boolean() }),
    strategy(fc.constant("append-tool-result"), { call: fc.integer({ min: 1, max: 1_000 }) }),
    strategy(fc.constant("snapshot-query"), {
      window: fc.integer({ min: 1, max: 1_000_000 }),
      tools: fc.constantFrom(...words.keptTools),
    }),
    strategy(fc.constant("last-n-turns"), { turns: fc.integer({ min: 1, max: 1_000_000 }), context: text }),
  );
}

function strategy(
  name: fc.Arbitrary<string>,
  options: { readonly [Option in keyof StrategyOptions]: fc.Arbitrary<NonNullable<StrategyOptions[Option]>> },
): fc.Arbitrary<Subject> {
  return fc.record({
    kind: fc.constant("strategy" as const),
    strategy: name,
    options: fc.record(options, { requiredKeys: [] }),
  });
}
