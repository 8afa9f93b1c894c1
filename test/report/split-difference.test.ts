import * as fc from "fast-check";
import { expect, test } from "vitest";

import { splitDifference } from "../../harness/report/lines/split-difference.ts";

test("the difference stops where the texts agree again", () => {
  const [parent, broken] = splitDifference('[{"name":"read"},{"name":"write"}], and on', '[{"name":"read"}], and on');
  expect(parent).toEqual({ before: '[{"name":"read"}', differing: ',{"name":"write"}', after: "], and on" });
  expect(broken).toEqual({ before: '[{"name":"read"}', differing: "", after: "], and on" });
});

test("the parts of the difference contain every letter, and the part before it is the same in both", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, size: "max" }), fc.string({ maxLength: 60, size: "max" }), (one, other) => {
      const [inOne, inOther] = splitDifference(one, other);
      expect(inOne.before + inOne.differing + inOne.after).toBe(one);
      expect(inOther.before + inOther.differing + inOther.after).toBe(other);
      expect(inOne.before).toBe(inOther.before);
    }),
  );
});
