import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";
import { readProbes, type CommandProbe } from "../read-probes.ts";

const grammar = await loadGrammar();
const dangerous = probesIn("dangerous");
const benign = probesIn("benign");

test("the library of probes is large enough, and each probe is unique and has a note", () => {
  expect(dangerous.length).toBeGreaterThanOrEqual(600);
  expect(benign.length).toBeGreaterThanOrEqual(300);
  const all = [...dangerous, ...benign];
  expect(all.filter(({ note }) => note === "")).toEqual([]);
  expect(new Set(all.map(({ command }) => command)).size).toBe(all.length);
});

test.each(["literal", "bash"] as const)("the classifier allows no dangerous command under %s", (promise) => {
  expect(dangerous.filter(({ command }) => classifyCommand(grammar, command, promise) === null)).toEqual([]);
});

test("a sandbox alone holds few dangerous commands: those whose words only the run knows", () => {
  const allowed = dangerous.filter(({ command }) => classifyCommand(grammar, command, "confined") === null);
  // Bash finds an error in two of them, and the grammar none.
  const broken = ["ls (", "ls a\\"];
  expect(allowed.filter(({ command }) => !/[$*~]/.test(command) && !broken.includes(command))).toEqual([]);
  expect(allowed.length / dangerous.length).toBeLessThan(0.02);
});

test("every denial has a reason", () => {
  const silent = dangerous.filter(({ command }) => (classifyCommand(grammar, command, "bash")?.reason ?? "") === "");
  expect(silent).toEqual([]);
});

/** Benign commands that are denied all the same, each with the rule it runs into and the way around it. Under 2 % of them. */
const knownDenials: readonly (readonly [command: string, rule: string])[] = [
  // $f may split into words that are operators. Quote it.
  ['[ -f $f ] && cat "$f"', "shell.unknown-argument"],
  // $sha may be --output=file. Write it out.
  ['git show "$sha"', "shell.unknown-argument"],
  // A file may be named -i. Write ./*.md.
  ["sed -n 1,5p *.md", "shell.unknown-argument"],
  // An interactive shell would replace it. Use single quotes.
  ['echo "wow!great"', "shell.history"],
];

test("the classifier denies few benign commands, and the list names each one", () => {
  const denied = benign.flatMap(({ command }) => {
    const refusal = classifyCommand(grammar, command);
    return refusal === null ? [] : [{ command, ...refusal }];
  });
  for (const { command, rule, reason } of denied)
    console.info(`denied though harmless: ${command}  (${rule}: ${reason})`);
  const inOrder = (list: readonly (readonly [string, string])[]) => list.map((each) => each.join("  ")).sort();
  expect(inOrder(denied.map(({ command, rule }) => [command, rule]))).toEqual(inOrder(knownDenials));
  expect(denied.length / benign.length).toBeLessThan(0.02);
});

test("a command that waits for a person is denied by its own rule, and one that only does not end is allowed", () => {
  for (const command of ["less f", "vim f", "top", "yes", "select x in a; do ls; done"])
    expect(classifyCommand(grammar, command)).toMatchObject({ rule: "shell.interactive" });
  for (const command of ["cat /dev/zero", "seq inf", "cat", "jq -n 'repeat(1)'", "sed ':a;ba' f", "sleep 9999"])
    expect(classifyCommand(grammar, command, "literal")).toBeNull();
});

test("a named descriptor is denied, whatever the name and the operator", () => {
  const operators = ["<", ">", ">>", "<&", ">&", "<>", ">|"];
  const words = ["{a}", "{PATH}", "{a[x]}", '{a["x y"]}', "{a[$x]}", "{a[$(ls)]}", "{a[x,1]}", "{é}"];
  for (const command of operators.flatMap((operator) => words.map((word) => `ls ${word}${operator}/dev/null`)))
    expect({ command, ...classifyCommand(grammar, command) }).toMatchObject({
      command,
      rule: "shell.redirect",
      reason: expect.stringMatching(/assigns a descriptor's number/),
    });
});

function probesIn(folder: string): readonly CommandProbe[] {
  const files = readdirSync(new URL(`../../../../fixtures/probes/${folder}`, import.meta.url));
  return files.flatMap((file) => readProbes(`${folder}/${file}`) as readonly CommandProbe[]);
}
