import { expect, test } from "vitest";
import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { type Column, columnTable, plain } from "../../harness/report/tables/column-table.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";

const columns: readonly Column[] = [
  { head: "exchange", align: "left", most: 20 },
  ...["read", "write", "fresh"].map((head): Column => ({ head, align: "right" })),
  { head: "recorded", align: "left", most: 18 },
  { head: "", align: "left", most: 14 },
  { head: "ratio", align: "left", most: 16 },
];
const row = [
  "CB701-long.jsonl:19",
  "128,126",
  "101,497",
  "100,001",
  "128,126 / 3,537 / 3",
  "shorter entry, all",
  "0.95/1.00 low",
];

test.each([80, 100, 132])("a table of seven columns fits a terminal of %i columns, and numbers stay whole", (width) => {
  const lines = columnTable(columns, 0, [row.map(plain)], makeTextLayout({ columns: width, colour: false }));
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
  for (const count of ["128,126", "101,497", "100,001"]) expect(lines[1]).toContain(`${count} `);
});
