import { readdirSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import { readProbes, type CommandProbe } from "../read-probes.ts";

/** The stand-in for any program that does harm: no table knows it, so a command that can run it must be denied. */
export const evil = "evil";

/** What shell syntax is made of, with the places in which Bash runs code that does not look like any. */
const pieces: readonly string[] = [
  ["evil", "evil x", "(evil)", "$(evil)", "`evil`", "<(evil)", "a[$(evil)]", "'a[$(evil)]'", "x='a[$(evil)]'"],
  [
    "$",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\\",
    "\n",
    "\\\n",
    "\t",
    " ",
    " ",
    "'",
    '"',
    "$'",
    '$"',
    "`",
    "\u00a0",
    "\r",
    "\0",
  ],
  [
    "|",
    "||",
    "|&",
    "&",
    "&&",
    ";",
    ";;",
    "!",
    "#",
    "~",
    "*",
    "?",
    "=",
    "==",
    "=~",
    "^",
    "%",
    "+",
    "-",
    ",",
    "..",
    "@",
    ":",
  ],
  [
    ">",
    ">>",
    ">|",
    "<>",
    "<",
    ">&",
    "<&",
    "&>",
    "2>&1",
    "> f2",
    "< f",
    "<<E\n",
    "<<'E'\n",
    "\nE\n",
    "<<<",
    "/dev/null",
  ],
  [
    "${x",
    "${x:-",
    "${!x}",
    "@P}",
    "$((",
    "))",
    "((",
    "$[",
    "$x",
    '"$x"',
    "${x}",
    "$((x))",
    "$((1+1))",
    "\\$",
    "\\`",
    '\\"',
  ],
  [
    "[[ ",
    " ]]",
    "[ ",
    " ]",
    " -v ",
    " -eq ",
    " -f ",
    "test ",
    "if ",
    "then ",
    "else ",
    "; fi",
    "for x in ",
    "; do ",
    "; done",
  ],
  [
    "case x in ",
    "esac",
    "while ",
    "f()",
    "function ",
    "time ",
    "timeout 5 ",
    "eval ",
    "command ",
    "{a,b}",
    "1..3",
    "''",
    '""',
  ],
  [
    "ls ",
    "cat f ",
    "echo ",
    "find . ",
    "sort f ",
    "x=1 ",
    "x",
    "f",
    "é",
    "日",
    "👍",
    "-delete",
    "-o",
    "--output=f2",
    "-exec ",
  ],
].flat();

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

function benignCommands(): readonly string[] {
  const files = readdirSync(new URL("../../../../fixtures/probes/benign", import.meta.url));
  const probes = files.flatMap((file) => readProbes(`benign/${file}`) as readonly CommandProbe[]);
  return probes.map(({ command }) => command);
}
