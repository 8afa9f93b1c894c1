import { readdirSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import type { Arguments } from "../../../../src/filters/shell/utilities/utility.ts";
import { utilities } from "../../../../src/filters/shell/utilities/utility-table.ts";
import { readProbes, type CommandProbe } from "../read-probes.ts";

/**
 * What shell syntax is made of, with the places in which Bash runs code that does not look like any. `evil` stands for a program that
 * does harm: no table knows it, so a command that can run it must be denied.
 */
const pieces = readProbes("pieces.jsonl").map(String);

/** Pieces at random: mostly nonsense, and now and then something that only one reader takes for harmless. */
export const soup: Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(""));

const joints = ["; ", " && ", " || ", " | ", "\n", " & ", " ", "", " # ", " \\\n "];
const wraps = [
  ["(", ")"],
  ["{ ", "; }"],
  ["! ", ""],
  ["echo $(", ")"],
  ['echo "', '"'],
  ['echo "$(', ')"'],
  ["if ", "; then ls; fi"],
  ["for f in a b; do ", "; done"],
  ["x=$(", "); ls"],
  ["", " > /dev/null 2>&1"],
  ["", " 2>/dev/null | head"],
  ["", ""],
] as const;

/** Commands of the library, joined, wrapped and damaged: most are denied for one small thing, many are allowed. */
export const kindred: Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...benignCommands()), fc.constantFrom(...joints)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom(...wraps),
    fc.option(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...pieces)), { freq: 2 }),
  )
  .map(([parts, [open, close], damage]) => {
    const last = parts.length - 1;
    const joined = parts.map(([command, joint], at) => (at === last ? command : command + joint)).join("");
    const whole = open + joined + close;
    if (damage === null) return whole;
    const [where, removed, piece] = damage;
    const at = where % (whole.length + 1);
    return whole.slice(0, at) + piece + whole.slice(at + removed);
  });

const operands = [
  "f",
  "a.md",
  "b.md",
  "out2",
  "src",
  "./x",
  "1",
  "+5",
  "3,4",
  "-",
  "--",
  "data.json",
  "'%p'",
  "p",
  "HEAD",
  "new",
];

/** Calls of every utility in the tables with options that exist, some of them harmful, and with operands in any place. */
export const calls: Arbitrary<string> = callsOf(
  [...utilities].filter(([, takes]) => takes.by !== "nothing"),
  operands,
);

const git = utilities.get("git");
const revisions =
  "HEAD HEAD~1 main merged side v1 main...side stash@{0} f src/a.ts src -- '*.ts' 1 one -5 -- -p --stat -m";

/** Calls of the subcommands of git, on what stands in the hostile repository. */
export const gitCalls: Arbitrary<string> = callsOf(
  git?.by === "subcommands"
    ? Object.entries(git.table.subcommands).map(([name, takes]) => [`git ${name}`, takes] as const)
    : [],
  revisions.split(" "),
);

function callsOf(rows: readonly (readonly [string, Arguments])[], words: readonly string[]): Arbitrary<string> {
  return fc
    .constantFrom(...rows)
    .chain(([name, takes]) =>
      fc
        .array(fc.oneof(fc.constantFrom(...optionsOf(takes)), fc.constantFrom(...words)), { maxLength: 5 })
        .map((args) => [name, ...args].join(" ")),
    );
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  .split("")
  .map((letter) => `-${letter}`);

/** Words that the arguments are made of; where the table names none, every short option there may be. */
function optionsOf(takes: Arguments): readonly string[] {
  switch (takes.by) {
    case "options":
    case "wrapping": {
      const { flags, valued, separate, attached, long, words, dangers } = takes.table;
      const short = (flags + valued + separate + attached).split("").flatMap((letter) => [`-${letter}`, `-${letter}f`]);
      const named = [...long].map((each) => `--${each.replace(/\?$/, "").replace(/=$/, "=f")}`);
      const dangerous = dangers.flatMap(({ options }) =>
        options.flatMap((option) => [option, `${option}=new`, `${option}new`]),
      );
      return ["--", ...short, ...named, ...[...words].map((word) => `-${word}`), ...dangerous];
    }
    case "subcommands":
      return Object.entries(takes.table.subcommands).flatMap(([name, inner]) =>
        optionsOf(inner).map((word) => `${name} ${word}`),
      );
    case "language":
    case "anything":
    case "nothing":
      return letters;
  }
}

function benignCommands(): readonly string[] {
  const files = readdirSync(new URL("../../../../fixtures/probes/benign", import.meta.url));
  const probes = files.flatMap((file) => readProbes(`benign/${file}`) as readonly CommandProbe[]);
  return probes.map(({ command }) => command);
}
