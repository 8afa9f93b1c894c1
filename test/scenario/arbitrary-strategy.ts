import * as fc from "fast-check";

import type { StrategyName, StrategyOptions } from "../../harness/scenario/subjects/strategy-options.ts";
import type { Subject } from "../../harness/scenario/subjects/subjects.ts";
import * as words from "./scenario-words.ts";

/** A strategy with some of its options. */
export function arbitraryStrategy(text: fc.Arbitrary<string>): fc.Arbitrary<Subject> {
  return fc.oneof(
    strategy("pass-through", {}),
    strategy("qwen-history", {}),
    strategy("sanitized-history", {}),
    strategy("placeholder-results", { acknowledge: fc.boolean(), blankArguments: fc.boolean() }),
    strategy("append-tool-result", { call: fc.integer({ min: 1, max: 1_000 }) }),
    strategy("snapshot-query", {
      window: fc.integer({ min: 1, max: 1_000_000 }),
      tools: fc.constantFrom(...words.keptTools),
    }),
    strategy("last-n-turns", { turns: fc.integer({ min: 1, max: 1_000_000 }), context: text }),
  );
}

function strategy(
  name: StrategyName,
  options: { readonly [Option in keyof StrategyOptions]: fc.Arbitrary<NonNullable<StrategyOptions[Option]>> },
): fc.Arbitrary<Subject> {
  return fc.record({
    kind: fc.constant("strategy" as const),
    strategy: fc.constant(name),
    options: fc.record(options, { requiredKeys: [] }),
  });
}
