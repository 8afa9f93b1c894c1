import { expect, it } from "vitest";
import { Column } from "../../harness/kernel/memo/column.ts";

it("a column gives each number back at its place, however far apart the places are", () => {
  const [integers, numbers] = [Column.ofIntegers(-1), Column.ofNumbers(Number.NaN)];
  const places = [0, 1, 4_095, 4_096, 50_000];
  for (const place of places) {
    integers.set(place, 2 * place);
    numbers.set(place, place + 0.5);
  }
  expect(places.map((place) => integers.at(place))).toEqual(places.map((place) => 2 * place));
  expect(places.map((place) => numbers.at(place))).toEqual(places.map((place) => place + 0.5));
});

it("a column holds the number that it was made with at a place that was never set, also behind its end", () => {
  const column = Column.ofIntegers(-1);
  column.set(5_000, 7);
  expect([column.at(0), column.at(4_999), column.at(5_001), column.at(1_000_000)]).toEqual([-1, -1, -1, -1]);
});
