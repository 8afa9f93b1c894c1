import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { classifyCommand } from "../../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../../src/filters/shell/load-grammar.ts";
import { readProbes, type CommandProbe } from "../../read-probes.ts";

const grammar = await loadGrammar();
const folder = new URL("../../../../../fixtures/probes/attacks", import.meta.url);
const classes = readdirSync(folder).map((file) => ({
  file,
  probes: readProbes(`attacks/${file}`) as readonly CommandProbe[],
}));

test("the corpus of attacks holds at least 300 commands in seven classes, each once", () => {
  const all = classes.flatMap(({ probes }) => probes.map(({ command }) => command));
  expect(classes.length).toBe(7);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(new Set(all).size).toBe(all.length);
});

test.each(classes)("literal allows no attack of $file", ({ probes }) => {
  expect(probes.filter(({ command }) => classifyCommand(grammar, command, "literal") === null)).toEqual([]);
});
