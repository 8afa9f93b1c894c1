import * as fc from "fast-check";

import type { FindingCode } from "../../harness/kernel/finding.ts";
import type { CallsExpectation } from "../../harness/scenario/expectations/evals/calls.ts";
import type { OutputItem, OutputMatcher } from "../../harness/scenario/expectations/output/output-matcher.ts";
import type { Expected } from "../../harness/scenario/expectations/expectation.ts";
import {
  countBound,
  decisionRow,
  few,
  json,
  maybe,
  pointer,
  ratioBound,
  subset,
  text,
  usdBound,
} from "./arbitrary-parts.ts";
import * as words from "./scenario-words.ts";

const causes: readonly FindingCode[] = ["CB202", "CB302"];
const warnings: readonly FindingCode[] = ["CB900"];

const prefixExpectation: fc.Arbitrary<Expected> = fc.record({
  verdict: maybe(fc.constantFrom(...words.verdicts)),
  reusable: maybe(fc.constantFrom(...words.reusables)),
  providerReason: maybe(fc.constantFrom(...words.providerReasons)),
  findings: maybe(subset(causes)),
  normalisations: maybe(subset(words.normalisations)),
  warnings: maybe(subset(warnings)),
  firstTurn: someOf({ ratio: maybe(ratioBound), efficiency: maybe(ratioBound) }),
  cost: maybe(fc.record({ usd: fc.constant(null), breakUsd: usdBound })),
});

export const sessionExpectation: fc.Arbitrary<Expected> = merged(
  prefixExpectation,
  fc.record({
    simulate: maybe(
      fc.record({
        mode: fc.constantFrom(...words.simulationModes),
        exact: maybe(ratioBound),
        classRight: maybe(ratioBound),
        wrong: maybe(countBound),
        ratios: fc.record({
          ok: maybe(countBound),
          low: maybe(countBound),
          "cold-parent": maybe(countBound),
          "below-minimum": maybe(countBound),
          unknown: maybe(countBound),
        }),
      }),
    ),
  }),
);

export const pairExpectation: fc.Arbitrary<Expected> = merged(
  prefixExpectation,
  fc.record({
    class: maybe(fc.constantFrom(...words.classes)),
    divergence: someOf({
      segment: maybe(fc.constantFrom(...words.segments)),
      pointer: maybe(pointer),
      names: maybe(few(text)),
    }),
  }),
);

const leafMatcher: fc.Arbitrary<OutputMatcher> = fc.oneof(
  fc.record({ kind: fc.constantFrom("contains" as const, "startsWith" as const), text }),
  fc.record({ kind: fc.constant("matches" as const), pattern: fc.constantFrom("^a+$", "\\p{L}", "") }),
  fc.record({ kind: fc.constant("equals" as const), text: fc.string() }),
  fc.record({ kind: fc.constant("schema" as const), schema: json }),
  fc.record({ kind: fc.constant("module" as const), module: text, atLeast: thousandths(0, 1) }),
  fc.record({ kind: fc.constant("grader" as const), rubric: text, model: text, atLeast: thousandths(1, 5) }),
);

const outputMatcher: fc.Arbitrary<OutputMatcher> = fc.oneof(
  leafMatcher,
  fc.record({ kind: fc.constant("not" as const), matcher: leafMatcher }),
  fc.record({
    kind: fc.constant("anyOf" as const),
    matchers: fc.array(leafMatcher, { minLength: 2, maxLength: 3 }),
  }),
);

const outputItem: fc.Arbitrary<OutputItem> = fc.record({
  matcher: outputMatcher,
  weight: maybe(fc.integer({ min: 1, max: 999 }).map((weight) => weight / 10)),
  idle: fc.constant([]),
});

const expectedCall = fc.record({ tool: text, input: maybe(json) });

const calls: fc.Arbitrary<CallsExpectation | null> = someOf({
  inOrder: maybe(few(expectedCall, 1)),
  anyOrder: maybe(few(expectedCall, 1)),
  never: maybe(fc.uniqueArray(text, { minLength: 1, maxLength: 3 })),
  atMost: maybe(fc.nat()),
});

/** Above the first number, up to the other. */
function thousandths(above: number, most: number): fc.Arbitrary<number> {
  return fc.integer({ min: above * 1_000 + 1, max: most * 1_000 }).map((value) => value / 1_000);
}

const durationMs = fc.integer({ min: 1, max: 999_999 });

const powers = fc.dictionary(fc.integer({ min: 1, max: 999 }).map(String), ratioBound, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});

/** A weight counts only in a score, and a score needs a weight. */
const outputAndScore = fc
  .record({ output: maybe(few(outputItem, 1)), score: maybe(ratioBound) })
  .map(({ output, score }) => ({
    output: output?.map((item) => (score === null ? { ...item, weight: null } : item)) ?? null,
    score: output?.some(({ weight }) => weight !== null) === true ? score : null,
  }));

export const forkExpectation: fc.Arbitrary<Expected> = merged(
  merged(pairExpectation, outputAndScore),
  fc.record({
    cost: someOf({ usd: maybe(usdBound), breakUsd: maybe(usdBound) }),
    decisions: maybe(few(decisionRow)),
    effects: maybe(
      fc.record({
        written: maybe(fc.uniqueArray(text, { maxLength: 3 })),
        escapes: fc.uniqueArray(text, { maxLength: 3 }),
      }),
    ),
    stop: maybe(fc.constantFrom(...words.stops)),
    calls,
    usage: someOf({
      read: maybe(countBound),
      write: maybe(countBound),
      fresh: maybe(countBound),
      output: maybe(countBound),
    }),
    turns: maybe(countBound),
    duration: maybe(fc.record({ comparison: fc.constantFrom("<=" as const, "<" as const), ms: durationMs })),
    passRate: maybe(ratioBound),
    passAtK: maybe(powers),
    passHatK: maybe(powers),
  }),
);

export function merged<One extends object, Two extends object>(
  one: fc.Arbitrary<One>,
  two: fc.Arbitrary<Two>,
): fc.Arbitrary<One & Two> {
  return fc.tuple(one, two).map(([first, second]) => ({ ...first, ...second }));
}

/** A section that is left out, or says at least one thing. */
function someOf<Section extends Readonly<Record<string, unknown>>>(members: {
  [Name in keyof Section]: fc.Arbitrary<Section[Name]>;
}): fc.Arbitrary<Section | null> {
  return maybe(fc.record(members).filter(saysSomething));
}

export function saysSomething(section: object): boolean {
  return Object.values(section).some((value) => value !== null);
}
