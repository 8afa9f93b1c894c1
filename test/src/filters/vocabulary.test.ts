import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  canonicalNames,
  claudeCodeNames,
  piNames,
  qwenCodeNames,
  vocabularies,
} from "../../../src/filters/tools/vocabularies.ts";
import { findTool, joinVocabularies, wireName } from "../../../src/filters/tools/vocabulary.ts";

test.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  "the vocabulary of %s maps each name, and each tool back to its first name",
  (_name, vocabulary) => {
    expect(vocabulary.tools.length).toBeGreaterThan(0);
    for (const { tool, wire } of vocabulary.tools) {
      expect(findTool(vocabulary, wire)?.tool).toBe(tool);
      const first = wireName(vocabulary, tool);
      expect(first).toBe(vocabulary.tools.find((each) => each.tool === tool)?.wire);
      expect(findTool(vocabulary, first ?? "")?.tool).toBe(tool);
    }
    expect(new Set(vocabulary.tools.map(({ wire }) => wire)).size).toBe(vocabulary.tools.length);
  },
);

test("a tool that a client lacks has no name in its vocabulary", () => {
  expect(wireName(piNames, "Glob")).toBeNull();
  expect(findTool(canonicalNames, "Read")).toBeNull();
});

test("vocabularies can be joined if each name has one meaning", () => {
  const joined = joinVocabularies("joined", [canonicalNames, claudeCodeNames, qwenCodeNames]);
  expect(wireName(joined, "FileRead")).toBe("FileRead");
  expect(findTool(joined, "read_file")?.tool).toBe("FileRead");
  expect(() => joinVocabularies("clash", [qwenCodeNames, piNames])).toThrow(/edit stands for/);
});

test("a scenario may name exactly the clients that a filter knows", () => {
  const schema: unknown = JSON.parse(readFileSync("harness/scenario/scenario.schema.json", "utf8"));
  const names = vocabularies.map(({ name }) => name);
  expect(JSON.stringify(schema)).toContain(`"enum":${JSON.stringify(names)}`);
});
