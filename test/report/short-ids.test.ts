import * as fc from "fast-check";
import { expect, test } from "vitest";
import { shortIds } from "../../harness/report/lines/short-ids.ts";

const shown = (ids: readonly string[]): readonly string[] => ids.map(shortIds(ids).of);

test("the IDs of a recording are shown without their common start, and stay distinct", () => {
  const folder = "vendor/agent:tests/cassettes/test_compaction/test_compaction_";
  const ids = ["end_to_end", "round_trip", "round_trip_with_a_name_that_is_longer_than_any_table_has_columns"].map(
    (name, at) => `${folder}${name}.yaml@4fda38988f#${at}`,
  );
  expect(shortIds(ids).said).toBe(
    `each exchange begins with ${folder} and ends with .yaml@4fda38988f before its number`,
  );
  expect(shown(ids)).toEqual(["…end_to_end…#0", "…round_trip…#1", "…round_trip_with_a_na…y_table_has_columns…#2"]);
});

test("short IDs are shown unchanged, and a single long one keeps both its ends", () => {
  expect(shown(["1", "2", "parent-of-all"])).toEqual(["1", "2", "parent-of-all"]);
  expect(shown([`a${"b".repeat(90)}c`])).toEqual([expect.stringMatching(/^ab+…b+c$/)]);
});

test("two different IDs never look alike", () => {
  const part = fc.constantFrom(
    "cassettes/",
    "test_",
    ".yaml@4fda",
    "p".repeat(50),
    "x".repeat(30),
    "y",
    "#1",
    "#2",
    "…",
  );
  const id = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), (ids) => {
      expect(new Set(shown(ids)).size).toBe(ids.length);
    }),
  );
});
