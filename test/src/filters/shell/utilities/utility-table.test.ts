import { expect, test } from "vitest";
import { builtins } from "../../../../../src/filters/shell/utilities/builtins.ts";
import { git } from "../../../../../src/filters/shell/utilities/git.ts";
import { reading } from "../../../../../src/filters/shell/utilities/reading.ts";
import { refused } from "../../../../../src/filters/shell/utilities/refused.ts";
import { system } from "../../../../../src/filters/shell/utilities/system.ts";
import type { Arguments, OptionTable } from "../../../../../src/filters/shell/utilities/utility.ts";
import { utilities } from "../../../../../src/filters/shell/utilities/utility-table.ts";

const tables = [...utilities].flatMap(([name, takes]) => tablesOf(name, takes));

test("the test examines the option tables", () => {
  expect(tables.length).toBeGreaterThan(50);
});

test.each(tables)("the table of %s allows no option that it calls dangerous", (_name, table) => {
  const dangerous = new Set(table.dangers.flatMap(({ options }) => options));
  expect(allowedOptions(table).filter((option) => dangerous.has(option))).toEqual([]);
});

test.each(tables)(
  "the table of %s gives each short option one arity",
  (_name, { flags, valued, separate, attached }) => {
    const letters = (flags + valued + separate + attached).split("");
    expect(letters.filter((letter, at) => letters.indexOf(letter) !== at)).toEqual([]);
  },
);

test("each name is in one table", () => {
  const names = [reading, builtins, system, { git }, refused].flatMap((rows) =>
    Object.keys(rows).flatMap((each) => each.split(" ")),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.toSorted()).toEqual([...utilities.keys()].toSorted());
});

function tablesOf(name: string, takes: Arguments): readonly (readonly [string, OptionTable])[] {
  switch (takes.by) {
    case "options":
    case "wrapping":
      return [[name, takes.table]];
    case "subcommands":
      return [
        [name, takes.table.before],
        ...Object.entries(takes.table.subcommands).flatMap(([called, inner]) => tablesOf(`${name} ${called}`, inner)),
      ];
    case "anything":
    case "language":
    case "nothing":
      return [];
  }
}

function allowedOptions({ flags, valued, separate, attached, long, words }: OptionTable): readonly string[] {
  return [
    ...(flags + valued + separate + attached).split("").map((letter) => `-${letter}`),
    ...[...long].map((name) => `--${name.replace(/[=?]$/, "")}`),
    ...[...words].map((word) => `-${word}`),
  ];
}
