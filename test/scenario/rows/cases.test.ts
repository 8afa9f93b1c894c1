import { expect, test } from "vitest";
import { HarnessError } from "../../../harness/kernel/faults/harness-error.ts";
import { makeScenarioLoader } from "../../../harness/scenario/load-scenario.ts";
import { selectRows } from "../../../harness/scenario/rows/select-rows.ts";
import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { faultOf } from "../fault-of.ts";
import { vocabulary } from "../load-text.ts";

const rest = `parent: { source: s, exchange: last }
fork: { strategy: pass-through, prompt: "\${question}" }
provider: { script: [{ text: "\${answer}" }] }
expect: { output: [{ contains: "\${expected}" }] }
`;

function load(cases: string, files: Readonly<Record<string, string>> = {}, more = ""): readonly Scenario[] | string {
  const loader = makeScenarioLoader(vocabulary, undefined, (path) => {
    const text = files[path];
    if (text !== undefined) return { path: `cases/${path}`, bytes: Buffer.from(text) };
    throw new HarnessError({ code: "HX140", what: `no file of rows at ${path}`, fix: "write its path", exit: 2 });
  });
  const loaded = loader("cases/a.yaml", Buffer.from(`name: n\ncases: ${cases}\n${more}${rest}`));
  if (loaded.kind === "loaded") return loaded.variants;
  return loaded.errors.map(({ code, message, where, fix }) => `${code} ${message} | ${where} | ${fix}`).join("\n");
}

function jobsOf(...given: Parameters<typeof load>): readonly Scenario[] {
  const loaded = load(...given);
  if (typeof loaded === "string") throw new Error(loaded);
  return loaded;
}

const promptsOf = (jobs: readonly Scenario[]): readonly unknown[] =>
  jobs.map((job) => (job.kind === "fork" ? job.fork.prompt : null));

const lines = `{"id": "a", "question": "Who?", "answer": "Ada", "expected": "Ada"}

{"question": "When?", "answer": "1843", "expected": "184", "tags": ["year"]}
`;
const table = `id,question,answer,expected\na,"Who,\nthen?",Ada,Ada\nb,When?,1843,184\n`;

test("a scenario runs once for each row of JSON Lines, with the columns written in", () => {
  const jobs = jobsOf("rows.jsonl", { "rows.jsonl": lines });
  expect(jobs.map(({ id }) => id)).toEqual(["n [row=a]", "n [row=2]"]);
  expect(promptsOf(jobs)).toEqual(["Who?", "When?"]);
  expect(jobs[1]?.row).toEqual({ id: "2", number: 2, columns: expect.objectContaining({ tags: ["year"] }) });
});

test("a quoted value of CSV may hold commas and line breaks", () => {
  expect(promptsOf(jobsOf("rows.csv", { "rows.csv": table }))).toEqual(["Who,\nthen?", "When?"]);
});

test("rows multiply with the matrix, and their columns may be lists", () => {
  const jobs = jobsOf(
    `[{ question: Who?, answer: Ada, expected: Ada }, { question: When?, answer: "1843", expected: "184" }]`,
    {},
    "tags: ['${tag}']\nmatrix: { tag: [one, two] }\n",
  );
  expect(jobs.map(({ id }) => id)).toEqual([
    "n [row=1, tag=one]",
    "n [row=1, tag=two]",
    "n [row=2, tag=one]",
    "n [row=2, tag=two]",
  ]);
  expect(jobs.map(({ tags }) => tags.join())).toEqual(["one", "two", "one", "two"]);
});

test.each([
  ["a column that no row has", "rows.csv", "id,quest,answer,expected\na,b,c,d\n"],
  ["a column that one row lacks", "rows.jsonl", `${lines}{"id": "c", "question": "x", "answer": "y"}\n`],
  ["a row that is a list", "rows.jsonl", `${lines}  ["x"]\n`],
  ["a line that is not JSON", "rows.jsonl", `${lines}{"id": }\n`],
  ["two rows with one id", "rows.jsonl", `${lines}${lines.split("\n")[0]}\n`],
  ["a CSV row with a value too few", "rows.csv", `${table}c,d\n`],
  ["a CSV row with one id, behind a value of two lines", "rows.csv", `${table}c,"x\ny",z,w\nc,d,e,f\n`],
  ["a CSV row of two lines with one id", "rows.csv", `${table}a,"x\ny",z,w\n`],
  ["a CSV row with an open quote", "rows.csv", `${table}c,"d\n`],
  ["two CSV columns of one name", "rows.csv", "id,id\na,b\n"],
  ["a file without rows", "rows.csv", "id,question\n"],
])("the loader refuses %s with its file, line and column", (_what, path, text) => {
  expect(load(path, { [path]: text })).toMatchSnapshot();
});

test("the loader refuses inline rows with one id at the second one, and an axis with the name of a column", () => {
  const row = "{ id: a, question: q, answer: w, expected: e }";
  expect(load(`[${row}, ${row}]`)).toMatchSnapshot("one id twice");
  expect(load(`[${row}]`, {}, "matrix: { question: [x, y] }\n")).toMatchSnapshot("an axis named as a column");
  expect(load("[1, 2]")).toMatchSnapshot("rows that are numbers");
});

test("a sample is the same for one seed, and a larger one holds the smaller one", () => {
  const rows = Array.from(
    { length: 50 },
    (_, at) => `{"id": "r${at}", "question": "q", "answer": "a", "expected": "e"}`,
  );
  const jobs = jobsOf("rows.jsonl", { "rows.jsonl": rows.join("\n") });
  const drawn = (count: number, seed: number): readonly string[] =>
    selectRows(jobs, { sample: { count, seed } }).map(({ row }) => row?.id ?? "");
  expect(drawn(5, 7)).toEqual(drawn(5, 7));
  expect(drawn(5, 7)).toHaveLength(5);
  expect(drawn(9, 7)).toEqual(expect.arrayContaining([...drawn(5, 7)]));
  expect(drawn(5, 8)).not.toEqual(drawn(5, 7));
  expect(selectRows(jobs, { rows: { from: 10, to: 12 } }).map(({ row }) => row?.number)).toEqual([10, 11, 12]);
});

test("rows that do not exist cannot be chosen", () => {
  const jobs = jobsOf("rows.jsonl", { "rows.jsonl": lines });
  expect(faultOf(() => selectRows(jobs, { rows: { from: 3, to: 4 } }))).toContain(
    "HX138 no row has a number from 3 to 4",
  );
  const [plain] = jobs.map((job) => ({ ...job, row: null }));
  expect(faultOf(() => selectRows(plain ? [plain] : [], { sample: { count: 1, seed: 1 } }))).toContain("HX138");
});
