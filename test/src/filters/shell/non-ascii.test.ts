import { expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";

const grammar = await loadGrammar();

test.each<[command: string, isAllowed: boolean]>([
  ["ls é", true],
  ["grep café f", true],
  ["cat 'メモ/日記.md' | wc -l", true],
  ["ls > à", false],
  ["rm é", false],
  ["grep café f; rm 日記", false],
])("a command is judged by its effect, whatever script it uses: %s", (command, isAllowed) => {
  expect(classifyCommand(grammar, command) === null).toBe(isAllowed);
});
