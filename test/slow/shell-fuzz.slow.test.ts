import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyCommand } from "../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../src/filters/shell/load-grammar.ts";
import { agree } from "../../src/filters/shell/promises/agree.ts";
import { readForms } from "../../src/filters/shell/promises/read-forms.ts";
import { NotUnderstood } from "../../src/filters/shell/reader/not-understood.ts";
import { readScript } from "../../src/filters/shell/reader/read-script.ts";
import { kindred, soup } from "../src/filters/shell/generate-commands.ts";
import { firstSeed } from "../support/first-seed.ts";

const grammar = await loadGrammar();

test("the classifier survives 100,000 commands, and allows only commands that the grammar can read to the end", () => {
  let allowed = 0;
  fc.assert(
    fc.property(fc.oneof(soup, kindred, fc.string({ unit: "binary" })), (command) => {
      const refusal = classifyCommand(grammar, command);
      if (refusal !== null) return refusal.reason !== "";
      allowed += 1;
      return (grammar.parse(command).errors ?? []).length === 0;
    }),
    { numRuns: 100_000 },
  );
  expect(allowed).toBeGreaterThan(10_000);
});

const hasBash = process.platform !== "win32";
if (!hasBash) console.warn("SKIPPED: words were not compared with Bash, there is none here");

test.skipIf(!hasBash)("the reader splits each single plain command into the same words as Bash", () => {
  const characters = "ab  ''\"\"\\\\${}[]*?~!#=;&|()<>\n\té-/,.1^%@:+`\u00a0".split("");
  const cases = new Map<string, readonly string[]>();
  for (let seed = firstSeed(); cases.size < 20_000; seed += 1) {
    const drawn = fc.array(fc.constantFrom(...characters, "$'", "\\n"), { maxLength: 10 });
    for (const parts of fc.sample(drawn, { seed, numRuns: 5000 })) {
      const command = `args ${parts.join("")}`;
      const words = plainWords(command);
      if (words !== null) cases.set(command, words);
    }
  }
  const said = askBash([...cases.keys()]);
  const wrong = [...cases].filter(([, words], at) => said[at] !== [String(words.length), ...words].join("\0"));
  expect(wrong).toEqual([]);
});

test("the two readers, which share no code, find the same words", () => {
  const characters = "ab  ''\"\"\\\\${}[]*?~!#=;&|()<>\n\té-/,.1^%@:+".split("");
  const odd = fc
    .array(fc.constantFrom(...characters, "$'", "\\n"), { maxLength: 12 })
    .map((parts) => `ls ${parts.join("")}`);
  let both = 0;
  fc.assert(
    fc.property(fc.oneof(odd, soup, kindred), (command) => {
      // Behind a pipe `time` is a program to Bash, and a keyword to unbash.
      if (/\|&?\s*(?:\\\n\s*)*time/.test(command)) return true;
      const refusal = classifyCommand(grammar, command, "bash");
      if (refusal === null) both += 1;
      return refusal?.rule !== "shell.readers-disagree";
    }),
    { numRuns: 60_000 },
  );
  expect(both).toBeGreaterThan(5000);
});

/** The arguments as our reader sees them, where both readers find one command whose words are all known. */
function plainWords(command: string): readonly string[] | null {
  try {
    const clauses = readScript(grammar.parse(command), command);
    const [clause, ...others] = clauses;
    if (clause?.is !== "command" || others.length > 0 || clause.redirects.length > 0) return null;
    const outline = readForms("bash", command);
    if ("rule" in outline || agree(clauses, outline) !== null) return null;
    const words = clause.words.slice(1).flatMap(({ text }) => (text === null ? [] : [text]));
    return words.length === clause.words.length - 1 ? words : null;
  } catch (fault) {
    if (fault instanceof NotUnderstood) return null;
    throw fault;
  }
}

/** The count and the arguments that Bash passes to a function in each command. No program can run. */
function askBash(commands: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  const script = `args() { printf '%s\\0' "$#" "$@"; }
while IFS= read -r -d '' command; do eval "$command"; wait; printf '\\1\\0'; done`;
  try {
    const out = execFileSync("/bin/bash", ["--norc", "-c", script], {
      cwd: folder,
      env: { PATH: "/nowhere", LANG: "C.UTF-8" },
      input: commands.map((command) => `${command}\0`).join(""),
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return out.split("\u0001\0").map((each) => each.slice(0, -1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
