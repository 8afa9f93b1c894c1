import fc from "fast-check";
import { expect, test } from "vitest";
import { percentText, ratioText } from "../../harness/kernel/numbers.ts";
import { percent } from "../../harness/page/browser/format.ts";

const edges = [0, 0.5, 1];
const near = fc
  .tuple(fc.constantFrom(...edges), fc.double({ min: -0.01, max: 0.01, noNaN: true }))
  .map(([edge, off]) => Math.min(1, Math.max(0, edge + off)));
const ratios = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  near,
  fc.constantFrom(0.4999, 0.995, 0.9999, 0.5, 1e-9),
);

const shown: readonly (readonly [string, (ratio: number) => string, number])[] = [
  ["two decimals", ratioText, 1],
  ["percent", percentText, 100],
  ["percent on the page", percent, 100],
];

test.each(shown)(
  "a ratio in %s stays on its side of nothing and one half, and in percent of all",
  (_name, text, whole) => {
    fc.assert(
      fc.property(ratios, (ratio) => {
        const said = text(ratio);
        const number = Number(said.replace("<", "").replace(" %", "")) / whole;
        expect(Math.abs(number - ratio)).toBeLessThanOrEqual(0.0101);
        expect(number < 0.5).toBe(ratio < 0.5);
        if (whole === 100) expect(number === 1).toBe(ratio === 1);
        expect(said.startsWith("<") || number > 0).toBe(ratio > 0);
      }),
      { examples: [[0.4999], [0.9999], [0.0001], [0.5], [1], [0]], numRuns: 500 },
    );
  },
);
