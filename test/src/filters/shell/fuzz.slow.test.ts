import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";
import { kindred, soup } from "./generate-commands.ts";

const grammar = await loadGrammar();

test("the classifier accepts any text as input", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), soup), (command) => {
      const refusal = classifyCommand(grammar, command);
      expect(refusal === null || (refusal.reason !== "" && refusal.rule.startsWith("shell."))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test("the classifier never allows a command that the grammar cannot read to the end", () => {
  let allowed = 0;
  fc.assert(
    fc.property(fc.oneof(soup, kindred), (command) => {
      if (classifyCommand(grammar, command) !== null) return;
      allowed += 1;
      expect(grammar.parse(command).errors ?? []).toEqual([]);
    }),
    { numRuns: 4000 },
  );
  expect(allowed).toBeGreaterThan(500);
});

test("a denied command stays denied after a harmless line", () => {
  fc.assert(
    fc.property(fc.oneof(soup, kindred), (command) => {
      const refusal = classifyCommand(grammar, command);
      if (refusal === null || refusal.rule === "shell.empty") return;
      expect(classifyCommand(grammar, `ls\n${command}`)).not.toBeNull();
    }),
    { numRuns: 3000 },
  );
});

test("the classifier decides the same for the same command", () => {
  fc.assert(
    fc.property(kindred, (command) => {
      expect(classifyCommand(grammar, command)).toEqual(classifyCommand(grammar, command));
    }),
    { numRuns: 500 },
  );
});
