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

test("columns stand under their heads, two apart, whatever colour and width a cell's characters have", () => {
  const head: readonly Column[] = [
    { head: "fork", align: "left" },
    { head: "read", align: "right" },
    { head: "cause", align: "left" },
  ];
  const rows = [
    [plain("消息"), { text: "12", brush: "bad" }, plain("a\tb")],
    [{ text: "cafe\u0301", brush: "good" }, plain("1,234"), plain("")],
  ] as const;
  expect(columnTable(head, 0, rows, makeTextLayout({ columns: 80, colour: false }))).toEqual([
    "fork   read  cause",
    "消息     12  a␉b",
    "cafe\u0301  1,234",
  ]);
  expect(columnTable(head, 0, rows, makeTextLayout({ columns: 80, colour: true })).slice(1)).toEqual([
    "消息     \u001b[31m12\u001b[39m  a␉b",
    "\u001b[32mcafe\u0301\u001b[39m  1,234",
  ]);
});

test("the rows of a long table stand as those of a short one, in their order", () => {
  const head: readonly Column[] = [
    { head: "fork", align: "left" },
    { head: "read", align: "right" },
  ];
  const rows = Array.from({ length: 61 }, (_, at) => [plain(`fork ${at}`), plain("1,234")] as const);
  const lines = columnTable(head, 0, rows, makeTextLayout({ columns: 80, colour: false }));
  expect(lines).toEqual(["fork      read", ...rows.map((_, at) => `${`fork ${at}`.padEnd(7)}  1,234`)]);
});
