import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { specifiedFailures, specifiedInvariants, specifiedVectors, testsById } from "./specified-vectors.ts";

describe("the tests' numbers match the tables of VECTORS.md", () => {
  const text = readFileSync("harness/cache-model/VECTORS.md", "utf8");
  const tests = testsById(
    globSync("test/{cache-model,mock,money,simulate}/**/*.test.ts").map((file) => readFileSync(file, "utf8")),
  );

  test("each of the 104 vectors has its test, with the numbers of its row and the counters in their order", () => {
    const vectors = specifiedVectors(text);
    expect(vectors.map(({ id }) => id)).toEqual(
      Array.from({ length: 104 }, (_, at) => `V${String(at + 1).padStart(2, "0")}`),
    );
    expect(vectors.map(({ id, numbers, counters }) => unmet(id, numbers, counters)).filter(Boolean)).toEqual([]);
  });

  test("each of the 24 failures of forks has its test, with the numbers of its row", () => {
    const failures = specifiedFailures(text);
    expect(failures.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, at) => `F${at + 1}`));
    expect(failures.map(({ id, numbers }) => unmet(id, numbers, [])).filter(Boolean)).toEqual([]);
  });

  test("each of the 12 properties has its test", () => {
    const ids = specifiedInvariants(text);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, at) => `P${at + 1}`));
    expect(ids.filter((id) => !tests.has(id))).toEqual([]);
  });

  function unmet(id: string, numbers: readonly number[], counters: readonly (readonly number[])[]): string {
    const written = tests.get(id);
    if (written === undefined) return `${id}: no test names it`;
    const absent = [
      ...numbers.filter((number) => !new RegExp(`(?<!\\d)${number}(?!\\d)`).test(written)),
      ...counters.filter((each) => !written.includes(`[${each.join(",")}`)).map((each) => `[${each.join(", ")}]`),
    ];
    return absent.length === 0 ? "" : `${id}: ${absent.join(" ")}`;
  }
});
