import fc from "fast-check";
import { expect, it } from "vitest";
import { compareUnits } from "../../harness/compare/compare-units.ts";
import { firstDifference } from "../../harness/compare/first-difference.ts";
import type { Pieces } from "../../harness/compare/pieces.ts";
import { RULE_SETS, smallestRules } from "../../harness/compare/rule-sets.ts";
import { type TextForm, textForm, type UnitRule, viewUnit } from "../../harness/compare/view-unit.ts";
import { parseLayout } from "../../harness/wires/openai-responses/parse-layout.ts";
import type { Layout, Unit } from "../../harness/kernel/layout.ts";

const RULES: readonly UnitRule[] = [
  "cache_control",
  "token-whitespace",
  "string-as-text-block",
  "item-id-and-key-order",
];

/** One item in all its spellings: what is chosen here is what the rules forgive, but for the text itself. */
const item = fc
  .record({
    text: fc.constantFrom("a", "b", "a b"),
    isString: fc.boolean(),
    isMarked: fc.boolean(),
    id: fc.option(fc.constantFrom("m1", "m2"), { nil: undefined }),
    isReversed: fc.boolean(),
    indent: fc.constantFrom(0, 2),
    type: fc.constantFrom("message", "agent_message"),
  })
  .map(({ text, isString, isMarked, id, isReversed, indent, type }) => {
    const order = (object: object): object =>
      isReversed ? Object.fromEntries(Object.entries(object).toReversed()) : object;
    const part = { type: "input_text", text, ...(isMarked ? { prompt_cache_breakpoint: {} } : {}) };
    const input = [order({ type, id, role: "user", content: isString ? text : [order(part)] })];
    return parseLayout(Buffer.from(JSON.stringify({ input }, null, indent)));
  });

it("every set of normalisations is listed once, and no set comes before a smaller one", () => {
  expect(new Set(RULE_SETS.map((set) => RULES.filter((rule) => set.includes(rule)).join())).size).toBe(16);
  expect(RULE_SETS.map(({ length }) => length)).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
});

it("more normalisations never make equal units differ, and the smallest set that makes them equal is reported", () => {
  const view = (layout: Layout, unit: Unit, rules: readonly UnitRule[], otherForm: TextForm | null): Pieces =>
    viewUnit(layout.body, unit, rules, otherForm);
  let forgiven = 0;
  fc.assert(
    fc.property(item, item, fc.nat(1), (left, right, at) => {
      const [ours, theirs] = [left.units[at], right.units[at]];
      fc.pre(ours?.unit === theirs?.unit && bearer(ours) === bearer(theirs));
      if (ours === undefined || theirs === undefined) throw new Error("an item has an envelope and a block");
      const [ourForm, theirForm] = [textForm(left.body, ours), textForm(right.body, theirs)];
      const serving = RULE_SETS.filter((rules) => {
        const [one, other] = [view(left, ours, rules, theirForm), view(right, theirs, rules, ourForm)];
        return firstDifference(left.body, one, right.body, other) === null;
      });
      for (const rules of serving) {
        const larger = RULE_SETS.filter((set) => rules.every((rule) => set.includes(rule)));
        expect(serving).toEqual(expect.arrayContaining(larger));
      }
      const compared = compareUnits(left, ours, right, theirs);
      expect(compared.equal).toBe(serving.length > 0);
      if (compared.equal) expect(smallestRules(compared.under)).toEqual(serving[0]);
      if ((serving[0]?.length ?? 0) > 0) forgiven += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(forgiven).toBeGreaterThan(200);
});

/** The member of an item that a unit stands in, if it stands in one. */
function bearer(unit: Unit | undefined): string | undefined {
  return unit?.pointer.split("/")[3];
}
