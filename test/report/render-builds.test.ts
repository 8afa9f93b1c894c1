import { expect, it } from "vitest";
import type { BuildChange, BuildComparison, BuildFigures } from "../../harness/kernel/inspection/build-comparison.ts";
import { renderBuilds } from "../../harness/report/render-builds.ts";

const kinds = [
  "conversations",
  "requests",
  "cause",
  "breaks",
  "doubts",
  "ratio",
  "cost",
  "breakpoints",
] as const satisfies readonly BuildChange["what"][];

const figures: BuildFigures = {
  name: "a/folder/with/a/name/that/is/longer/than/a/line/of/a/terminal/with/eighty/columns.jsonl",
  requests: 12_345,
  conversations: 2_345,
  unmatchedCauses: { CB302: 12, CB501: 3 },
  compared: 12_000,
  broken: 11_999,
  suspected: 3,
  causes: { CB302: 12 },
  ratio: null,
  usdPerThousand: null,
  outside: { codes: { CB701: 2, CB705: 14 }, tokens: 1_234_567, usd: 12.5 },
  breakpoints: { tools: 0, system: 1, messages: 1 },
};

const member = (at: number): BuildComparison["fields"][number] => ({
  name: `field_${at}`,
  before: null,
  after: `"${"a long value ".repeat(12)}"`,
  requests: at,
});

const comparison: BuildComparison = {
  schema: "forkproof/build-comparison@1",
  before: figures,
  after: { ...figures, requests: 9 },
  conversations: { matched: 3, byPosition: 2, onlyBefore: 2_342, onlyAfter: 40 },
  requests: { matched: 9, alike: 0, differing: { tools: 1, system: 2, messages: 3 }, onlyBefore: 0, onlyAfter: 0 },
  firstDifference: null,
  headers: [{ name: "user-agent", before: "agent/1.0", after: "agent/1.1", requests: 9 }],
  fields: Array.from({ length: 11 }, (_, at) => member(at)),
  changes: kinds.map((what, at) => ({ what, isWorse: at % 2 === 0, text: `${what} of ${"many words ".repeat(9)}` })),
};

it.each([80, 120])(
  "a comparison of builds keeps to %d columns, and each name stands apart from its text",
  (columns) => {
    const printed = renderBuilds(comparison, { colour: false, columns });
    for (const line of printed.split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
    for (const what of [...kinds, "unmatched", "header", "field"])
      expect(printed).toMatch(new RegExp(`^[!·] ${what} {2,}\\S`, "m"));
    expect(printed).toContain("3 more: --json lists them");
  },
);
