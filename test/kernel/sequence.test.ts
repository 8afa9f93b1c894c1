import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sequence } from "../../harness/kernel/memo/sequence.ts";

/** How a version follows from an earlier one; `of` chooses which. Runs are 64 long, so some steps cross several. */
const steps = fc.array(
  fc.record({
    how: fc.constantFrom("and", "and again", "andAll", "first"),
    of: fc.nat(),
    count: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })),
  }),
  { maxLength: 30 },
);

describe("Sequence", () => {
  it("leaves every version unchanged, whatever continues from it", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const versions = [{ sequence: Sequence.empty<number>(), items: new Array<number>() }];
        let next = 0;
        for (const { how, of, count } of taken) {
          const from = versions[of % versions.length];
          if (from === undefined) continue;
          const { sequence, items } = from;
          const added = Array.from({ length: how === "and" ? 1 : count }, () => (next += 1));
          if (how === "first") versions.push({ sequence: sequence.first(count), items: items.slice(0, count) });
          // Few values: two versions are often continued by the same one.
          else if (how === "and again")
            versions.push({ sequence: sequence.and(count % 2), items: [...items, count % 2] });
          else if (how === "and") versions.push({ sequence: sequence.and(next), items: [...items, next] });
          else versions.push({ sequence: sequence.andAll(added), items: [...items, ...added] });
        }
        for (const { sequence, items } of versions) {
          expect(sequence.toArray()).toEqual(items);
          expect(sequence.length).toBe(items.length);
          expect(items.map((_, at) => sequence.at(at))).toEqual(items);
          expect(sequence.at(items.length)).toBeUndefined();
          expect(sequence.at(-1)).toBe(items.at(-1));
        }
      }),
    );
  });
});
