import { expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";

test("the grammar is loaded once per process", async () => {
  expect(await loadGrammar()).toBe(await loadGrammar());
});

test("a script that nests as deep as it is long is decided, and denied", async () => {
  const grammar = await loadGrammar();
  for (const [open, close] of [
    ["{ ", " }"],
    ["( ", " )"],
    ["$(", ")"],
    ["if ls; then ", "; fi"],
  ] as const) {
    const times = Math.floor(16_000 / (open.length + close.length));
    const command = `${open.repeat(times)}ls${close.repeat(times)}`;
    for (const promise of ["literal", "bash", "confined"] as const)
      expect(classifyCommand(grammar, command, promise)).not.toBeNull();
  }
});
