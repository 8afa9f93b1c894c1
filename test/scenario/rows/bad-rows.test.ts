import { expect, test } from "vitest";
import { makeScenarioLoader } from "../../../harness/scenario/load-scenario.ts";
import { vocabulary } from "../load-text.ts";

type BadRows = {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** The line in that file. */
  readonly line: number;
  readonly says: string;
  readonly fix: string;
};

const good = '{"id": "good", "question": "Who?", "weight": 1}';

/** A scenario of which a row fills a text and a number. */
function load(cases: string, text: string, prompt = '"${question}"'): readonly string[] {
  const loader = makeScenarioLoader(vocabulary, undefined, (path) => ({
    path: `cases/${path}`,
    bytes: Buffer.from(text),
  }));
  const scenario = `name: n
parent: { source: s, exchange: last }
fork: { strategy: pass-through, prompt: ${prompt} }
provider: { script: [{ text: Ada }] }
expect: { output: [{ contains: Ada, weight: "\${weight}" }], score: ">= 0.5" }
cases: ${cases}
`;
  const loaded = loader("cases/a.yaml", Buffer.from(scenario));
  if (loaded.kind === "loaded") return [];
  return loaded.errors.map(({ code, message, where, fix }) => `${code} ${message} | ${where} | ${fix}`);
}

const badRows: readonly BadRows[] = [
  {
    what: "a number where text belongs",
    file: "rows.jsonl",
    text: `${good}\n{"id": "bad", "question": 7, "weight": 1}`,
    line: 2,
    says: "`fork.prompt` must be text that is not empty, found 7, from the column `question` of row `bad`",
    fix: 'write "question": "7" in that row',
  },
  {
    what: "null where text belongs, in a row without an id",
    file: "rows.jsonl",
    text: `${good}\n\n{"question": null, "weight": 1}`,
    line: 3,
    says: "found nothing, from the column `question` of row `2`",
    fix: "change `question` in that row: write text that is not empty",
  },
  {
    what: "a list where text belongs",
    file: "rows.jsonl",
    text: '{"question": ["Who?"], "weight": 1}',
    line: 1,
    says: "found a list, from the column `question` of row `1`",
    fix: "change `question` in that row: write text that is not empty",
  },
  {
    what: "an empty text",
    file: "rows.csv",
    text: "id,question,weight\nbad,,1",
    line: 2,
    says: "`fork.prompt` is empty, from the column `question` of row `bad`",
    fix: "fill in `question` in that row",
  },
  {
    what: "a number below the least",
    file: "rows.jsonl",
    text: '{"id": "bad", "question": "Who?", "weight": 0}',
    line: 1,
    says: "`expect.output[0].weight` is too small: 0, from the column `weight` of row `bad`",
    fix: "change `weight` in that row: write 0.001 or more",
  },
  {
    what: "a number in CSV, which has only text",
    file: "rows.csv",
    text: "id,question,weight\nbad,Who?,1",
    line: 2,
    says: '`expect.output[0].weight` must be a number above 0, found "1", from the column `weight` of row `bad`',
    fix: "keep these rows as JSON Lines: every value of CSV is text (write a number above 0)",
  },
  {
    what: "an empty id",
    file: "rows.csv",
    text: 'id,question,weight\n"",Who?,1',
    line: 2,
    says: "the row id is empty",
    fix: "write a text or a number that names the row, or leave the column `id` out of every row",
  },
  {
    what: "an id of white space",
    file: "rows.jsonl",
    text: `${good}\n{"id": " ", "question": "Who?", "weight": 1}`,
    line: 2,
    says: "the row id is empty",
    fix: "write a text or a number",
  },
  {
    what: "an id that is a map",
    file: "rows.jsonl",
    text: '{"id": {}, "question": "Who?", "weight": 1}',
    line: 1,
    says: "the row id is {}, not a text or a number",
    fix: "write a text or a number",
  },
  {
    what: "a file of an unknown format",
    file: "rows.txt",
    text: good,
    line: 1,
    says: "the file of rows ends with `.txt`, which names no known format",
    fix: "rename it: `.jsonl` or `.ndjson` for JSON Lines, `.csv` for a table with a line of column names",
  },
  {
    what: "a file without an ending",
    file: "rows",
    text: good,
    line: 1,
    says: "the file of rows has no ending, which names no known format",
    fix: "rename it",
  },
];

test.each(badRows)("the loader refuses $what, and names the row, its line and a fix that can be made there", (bad) => {
  const errors = load(bad.file, bad.text);
  expect(errors.filter((error) => error.includes(`| cases/${bad.file}:${bad.line}:1 |`))).toHaveLength(errors.length);
  expect(errors.join("\n")).toContain(`HX124 `);
  expect(errors.join("\n")).toContain(bad.says);
  expect(errors.join("\n")).toContain(`| ${bad.fix}`);
});

test("a mistake in an inline row is at that row of the scenario", () => {
  expect(load("[{ question: Who?, weight: 1 }, { id: bad, question: 7, weight: 1 }]", "")).toEqual([
    expect.stringMatching(/^HX124 .* of row `bad` \| cases\/a\.yaml:6:40 \| write "question": "7" in that row$/),
  ]);
});

test("a mistake of the scenario itself is at its own place, once for all rows", () => {
  const rows = `${good}\n${good.replace("good", "other")}`;
  expect(load("rows.jsonl", rows, "7")).toEqual([
    "HX112 `fork.prompt` must be text that is not empty, found 7 | cases/a.yaml:3:41 | put it in quotes",
  ]);
});

test.each([
  ["at the end", '"about ${question"', "`${question`"],
  ["in the middle", '"about ${question, please"', "`${question`"],
  ["behind one that is closed", '"${question} ${weight"', "`${weight`"],
])("a placeholder without its closing brace %s is refused, and not sent as it stands", (_where, prompt, text) => {
  expect(load("rows.jsonl", good, prompt)).toEqual([
    expect.stringContaining(
      `HX121 ${text} has no closing brace | cases/a.yaml:3:41 | write ${text.slice(0, -1)}}\` for`,
    ),
  ]);
});

test.each(["$${question", "${question:-none}", "$question", "${ question"])(
  "%s is text, and no placeholder",
  (text) => {
    expect(load("rows.jsonl", good, JSON.stringify(`${text} \${question}`))).toEqual([]);
  },
);
