import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { familyOf } from "../../harness/kernel/text/model-family.ts";
import { findModelRule } from "../../harness/providers/rules/find-model-rule.ts";
import { rulesNamed, valueOf } from "./rules-named.ts";

describe("the rule files agree with the tables of FACTS.md", () => {
  const text = readFileSync("harness/providers/FACTS.md", "utf8");

  test("every model of the table of minimums has its row", () => {
    const rows = [...text.matchAll(/^\| (512|1024|2048|4096) +\| ([^|]+) \|$/gm)];
    expect(rows).toHaveLength(4);
    const rules = rulesNamed("anthropic");
    for (const [, tokens, models = ""] of rows) {
      for (const model of models.split(",")) {
        const { known, rule } = findModelRule(rules, idOf(model.trim()));
        expect([model, known, rule.minimumTokens]).toEqual([model, true, Number(tokens)]);
      }
    }
  });

  test("the profile table has the minimum, step, breakpoints and lookback of each cache", () => {
    const table = text.slice(text.indexOf("## Profile table"), text.indexOf("## Open questions"));
    const row = (name: string): readonly string[] => {
      const line = table.split("\n").find((each) => each.startsWith(`| ${name} `)) ?? "";
      return line
        .split("|")
        .slice(2, -1)
        .map((cell) => cell.trim());
    };
    const caches = ["anthropic", "bedrock-claude", "openai-boundaries", "openai", "openai-codex", "gemini"].concat([
      "dashscope-explicit",
      "deepseek",
      "minimax-explicit",
      "moonshot",
    ]);
    const said = (name: string, at: number): number => Number(/\d+/.exec(row(name)[at] ?? "")?.[0]);
    const compared = caches.flatMap((cache, at) => [
      [cache, "maxBreakpoints", valueOf(cache, "maxBreakpoints"), said("breakpoints", at)],
      [cache, "lookbackPositions", valueOf(cache, "lookbackPositions"), said("lookback", at)],
      // Gemini's step is a part of the prompt, and says so in its own rule.
      [cache, "stepTokens", cache === "gemini" ? undefined : valueOf(cache, "stepTokens"), said("step", at)],
      [cache, "minimum", at < 2 ? undefined : minimumOf(cache, said("minimum", at)), said("minimum", at)],
    ]);
    const known = compared.filter(([, , ours]) => ours !== undefined);
    expect(known.length).toBeGreaterThan(18);
    expect(known.filter(([, , ours, theirs]) => ours !== theirs)).toEqual([]);
  });
});

/** The wanted number, if a row of the cache has it; else the number for unknown models. */
function minimumOf(cache: string, wanted: number): number {
  const { models, unknownModel } = rulesNamed(cache);
  const ours = [unknownModel, ...models].map(({ minimumTokens }) => minimumTokens);
  return ours.find((minimum) => minimum === wanted) ?? unknownModel.minimumTokens;
}

/** `Haiku 3.5` is `claude-3-5-haiku`; all others begin with their line. */
function idOf(model: string): string {
  const [line = "", version = ""] = model.toLowerCase().split(" ");
  if (version === "3.5") return `claude-3-5-${line}`;
  return familyOf(`claude-${line}-${version.replace(".", "-")}`);
}
