import fc from "fast-check";
import { expect, test } from "vitest";
import { fineUsdText, usdText } from "../../harness/kernel/text/usd-text.ts";
import { usd } from "../../harness/page/browser/format.ts";

const amounts = fc.oneof(
  fc.double({ min: 0, max: 1e-4, noNaN: true }),
  fc.double({ min: 0, max: 2, noNaN: true }),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
);

test("the page and the terminal show an amount in one way, and only nothing as nothing", () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), (amount, isNegative) => {
      const value = isNegative ? -amount : amount;
      expect(usd(value)).toBe(usdText(value));
      for (const text of [usdText(value), fineUsdText(value)]) {
        const shown = Number(text.replaceAll(/[$,<]/g, ""));
        expect(text === "$0").toBe(amount < 5e-10);
        if (text.includes("<")) expect(amount).toBeLessThan(1e-4);
        else expect(Math.abs(shown - value)).toBeLessThanOrEqual(amount >= 1 ? 0.00501 : 0.0000501);
      }
    }),
    {
      examples: [
        [0.00004, false],
        [0.00009, true],
        [1234.5, false],
        [0.99996, false],
      ],
      numRuns: 500,
    },
  );
});

test("an estimate on the page has a tilde, unless the amount is nothing or has no digits", () => {
  expect([0.00004, 0, 0.5, 1234.5, null].map((value) => usd(value, true))).toEqual([
    "<$0.0001",
    "$0",
    "~$0.5000",
    "~$1,234.50",
    "?",
  ]);
});
