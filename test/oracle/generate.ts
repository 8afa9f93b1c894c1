import fc, { type Arbitrary } from "fast-check";
import { calls, kindred, soup } from "../src/filters/shell/generate-commands.ts";
import { utilities } from "../../src/filters/shell/utilities/utility-table.ts";
import { hostileLines, hostileWords } from "./canaries.ts";
import { findWords, jqWords, printfWords, sedWords, tarWords, testWords } from "./generate-languages.ts";
import pieces from "./pieces.json" with { type: "json" };
import { plainNames } from "./playground.ts";

/** Names of utilities that may run, whatever their arguments. */
export const programs: ReadonlySet<string> = new Set(
  [...utilities].flatMap(([name, takes]) => (takes.by === "nothing" ? [] : [name])),
);

const paths = [
  "f",
  "notes.md",
  "list",
  "data.json",
  "a.tar",
  "a.tar.gz",
  "src",
  "notes/a.md",
  ".",
  "./-i",
  "../play/f",
  "/etc/passwd",
  "null.list",
];
const word = fc.oneof(fc.constantFrom(...hostileWords), fc.constantFrom(...paths), fc.constantFrom(...plainNames));

/** A text as one word of a shell, in one of the ways to write it, or bare, as somebody who forgot to quote. */
const quoted: Arbitrary<string> = fc
  .tuple(word, fc.constantFrom("single", "double", "escaped", "mixed", "bare", "ansi"))
  .map(([text, how]) => {
    switch (how) {
      case "single":
        return single(text);
      case "double":
        return `"${text.replace(/[\\"$`]/g, String.raw`\$&`)}"`;
      case "escaped":
        return text === "" ? "''" : text.replace(/[^\w./-]/g, (each) => (each === "\n" ? "'\n'" : `\\${each}`));
      case "mixed":
        return `${single(text.slice(0, 1))}"${text.slice(1).replace(/[\\"$`]/g, String.raw`\$&`)}"`;
      case "bare":
        return text;
      case "ansi":
        return `$'${text.replace(/[\\'\n]/g, (each) => (each === "\n" ? String.raw`\n` : `\\${each}`))}'`;
    }
  });

function single(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const options = fc.constantFrom(
  ..."abcdefghiklmnopqrstuvwxyzABCDEFGHILMNOPRSTUVWXZ0123456789".split("").flatMap((letter) => [`-${letter}`]),
  "-5",
  "-n5",
  "-n1p",
  "-nr",
  "-la",
  "-rn",
  "-k2",
  "-t,",
  "-d:",
  "-f1",
  "--",
  "--version",
  "--color=never",
  "--include=*.md",
  "-c5",
  "+5",
);

const names = [...programs];
/** Words that a shell makes when it runs, of which some say enough of what they become. */
const made = fc.constantFrom(...pieces.made);

const plainCall = fc
  .tuple(fc.constantFrom(...names), fc.array(fc.oneof(quoted, options, quoted, made), { maxLength: 4 }))
  .map(([name, words]) => [name, ...words].join(" "));

/** Calls of the utilities that read a language of their own, with scripts in that language. */
const scripts = fc
  .oneof(sedWords, findWords, testWords, printfWords, jqWords, tarWords)
  .map((words) => words.join(" "));

const call = fc.oneof(
  { arbitrary: plainCall, weight: 3 },
  { arbitrary: scripts, weight: 4 },
  { arbitrary: calls, weight: 3 },
);

const redirect = fc.constantFrom(
  "",
  "",
  "",
  "",
  "",
  "",
  " 2>/dev/null",
  " >/dev/null",
  " 2>&1",
  " >&2",
  " < f",
  " < 'f'",
  " > X",
  " &>/dev/null touch X",
  " 10>/dev/null",
  " >& /dev/null",
  " >|/dev/null",
  " <> f",
  " < list < f",
  " >/dev/null >X",
  " 2>/dev/nullX",
  " <&-",
  " >&-",
  " 1>&2 touch X",
  " < /dev/tcp/127.0.0.1/9",
  " |& touch X",
);
const joint = fc.constantFrom("; ", " && ", " || ", " | ", "\n", " &\n", ";", "|", "&&", " \\\n| ", " # ", " |\n");

const line = fc
  .array(fc.tuple(call, redirect, joint), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([text, to, next], at) => text + to + (at === parts.length - 1 ? "" : next)).join(""));

/** Forms of Bash that give a name or a word what the text says, or what it does not. */
const values = fc.oneof(fc.constantFrom(...plainNames, "src", ".", "notes/*.md", "*.md"), quoted);
const uses = fc.constantFrom(
  ...pieces.made,
  '"$v"',
  "$v",
  '"${v}"',
  "${v}",
  '"./$v"',
  '"${v:-f}"',
  '"${v#-}"',
  '"$v"*',
  "$v/*",
  "${v[0]}",
  "$((v))",
  '"$((x))"',
  "{a,$((x))}",
  "[$((n))]",
  "{f,${!x}}",
  "$((n+1))",
  "$(($v+1))",
  '"${v@P}"',
  '"$w"',
);
type Slots = { readonly value: string; readonly use: string; readonly cmd: string; readonly text: string };
const bashForms: readonly ((slots: Slots) => string)[] = [
  ({ value, use, cmd }) => `v=${value}; ${cmd} ${use}`,
  ({ value, use, cmd }) => `v=${value}\nw="$v/a"\n${cmd} ${use}`,
  ({ value, use, cmd }) => `v=${value} && ${cmd} ${use}`,
  ({ value, use, cmd }) => `v=${value} ${cmd} ${use}`,
  ({ cmd, use }) => `${cmd} missing &&\nn=5; echo $((n+1)) ${use}`,
  ({ value, text }) => `[ $(${text}\nls | wc -l) -gt ${value} ]`,
  ({ value, text }) => `printf '%d' "$(${text} | wc -l)" ${value}`,
  ({ value, use, cmd }) => `for v in ${value} f; do ${cmd} ${use}; done`,
  ({ use, cmd }) => `for w in f ${use}; do ${cmd} "$w"; done`,
  ({ use, cmd }) => `[ -n ${use} ] && ${cmd} f`,
  ({ use, value }) => `while read -r v; do [ ${use} = ${value} ] && echo "$v"; done < list`,
  ({ use, value, cmd }) => `v=${use} ${cmd} ${value}`,
  ({ use, cmd }) => `v=${use}; ${cmd} "$v"`,
  ({ use, cmd }) => `${cmd} < ${use}`,
  ({ use, value, cmd }) => `v=${value}; ${cmd} < ${use}`,
  ({ use, cmd }) => `for v in ./*; do ${cmd} ${use}; done`,
  ({ value, use, cmd }) => `for v in *; do ${cmd} ${use}; done; echo ${value}`,
  ({ value, use, cmd }) => `if [ -f ${use} ]; then ${cmd} ${value}; fi`,
  ({ value, use, cmd }) => `${cmd} <<'E'\n${value}\n${use}\nE`,
  ({ value, use, cmd }) => `${cmd} <<E\n${value}\n${use}\nE`,
  ({ value, use, cmd }) => `${cmd} <<< ${value}; echo ${use}`,
  ({ value, use }) => `[[ ${use} == ${value} ]] && echo yes`,
  ({ value, use }) => `[[ -n ${use} && ${value} -eq 1 ]]`,
  ({ value, use }) => `echo ${use} ${value}`,
  ({ value, text }) => `echo "$(${text})" ${value}`,
  ({ use, cmd, text }) => `v=$(${text}); ${cmd} ${use}`,
  ({ value, use, cmd }) => `v=${value}; v=$v$v; ${cmd} ${use}`,
  ({ value, cmd }) => `: ${value}; ${cmd} "$_"`,
  ({ value, cmd }) => `: ${value}; echo $((_)) ${cmd}`,
  ({ value, cmd }) => `{ ${cmd} ${value}; } 2>/dev/null`,
  ({ value, use, cmd }) => `( v=${value}; ${cmd} ${use} )`,
  ({ use, cmd }) => `while read -r v; do ${cmd} ${use}; done < list`,
  ({ value, use, cmd }) => `case ${value} in *) ${cmd} ${use} ;; esac`,
  ({ value, cmd }) => `v=(${value}); ${cmd} "\${v[@]}"`,
  ({ value, use, cmd }) => `v=f; until [ ${use} ]; do ${cmd} ${value}; done`,
];
const bashLine = fc
  .tuple(fc.constantFrom(...bashForms), values, uses, fc.constantFrom(...names), line)
  .map(([form, value, use, name, text]) => form({ value, use, cmd: name, text }));

/** A command with one piece of another dropped into it. */
const damaged = fc
  .tuple(
    fc.oneof(line, bashLine, kindred),
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.oneof(fc.constantFrom(...hostileWords), fc.constantFrom(...hostileLines)),
  )
  .map(([text, where, removed, piece]) => {
    const at = where % (text.length + 1);
    return text.slice(0, at) + piece + text.slice(at + removed);
  });

/** What an attacker might have a model say. */
export const attacks: Arbitrary<string> = fc.oneof(
  { arbitrary: line, weight: 8 },
  { arbitrary: bashLine, weight: 5 },
  { arbitrary: damaged, weight: 3 },
  { arbitrary: kindred, weight: 2 },
  { arbitrary: soup, weight: 1 },
  { arbitrary: calls, weight: 2 },
);
