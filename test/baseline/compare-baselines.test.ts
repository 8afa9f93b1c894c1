import * as fc from "fast-check";
import { expect, test } from "vitest";

import { type Baseline, parseBaseline, renderBaseline } from "../../harness/baseline/baseline.ts";
import { compareBaselines, type ComparedJobs } from "../../harness/baseline/compare-baselines.ts";
import type { JobFigures } from "../../harness/baseline/job-figures.ts";

const dates = { rules: "2026-11", prices: "2026-11-20" };
const unit = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 1_000_000);
const tokens = fc.option(fc.nat(), { nil: null });
const usd = fc.option(fc.nat({ max: 1_000_000 }), { nil: null }).map((value) => (value === null ? null : value / 1e6));

const job: fc.Arbitrary<JobFigures> = fc.record({
  id: fc.stringMatching(/^[a-z ]{1,12}$/),
  file: fc.constantFrom("scenarios/a/one.yaml", "scenarios/b/two.yaml"),
  tags: fc.subarray(["smoke", "slow"]),
  status: fc.constantFrom("passed" as const, "failed" as const),
  verdict: fc.constantFrom(null, "byte-identical" as const, "rendered-identical" as const, "diverged" as const),
  reusable: fc.constantFrom(null, "yes" as const, "no" as const, "unknown" as const),
  ratio: fc.option(unit, { nil: null }),
  lost: tokens,
  fresh: tokens,
  write: tokens,
  output: tokens,
  usd,
  breakUsd: usd,
  causes: fc.subarray(["CB301", "CB302", "CB501"] as const),
});

const baseline: fc.Arbitrary<Baseline> = fc
  .uniqueArray(job, { selector: ({ id }) => id, minLength: 1, maxLength: 6 })
  .map((jobs) => ({ dates, jobs }));

const whole = (now: Baseline): ComparedJobs => ({
  selection: { paths: ["scenarios"], tags: [], name: null },
  ids: new Set(now.jobs.map(({ id }) => id)),
});

test("a baseline that is written and read again compares equal, whatever the order of its jobs", () => {
  fc.assert(
    fc.property(baseline, (made) => {
      const read = parseBaseline(renderBaseline({ ...made, jobs: made.jobs.toReversed() }), "b.jsonl");
      expect(renderBaseline(read)).toBe(renderBaseline(made));
      expect(compareBaselines(made, read, whole(read))).toEqual({
        compared: made.jobs.length,
        of: made.jobs.length,
        sameDates: true,
        deltas: [],
      });
    }),
  );
});

type Change = { readonly what: string; readonly worse: (was: JobFigures) => JobFigures | null };

/** Each makes one figure of a job worse, where it can be; read backwards, better. */
const changes: readonly Change[] = [
  { what: "status", worse: (was) => (was.status === "passed" ? { ...was, status: "failed" } : null) },
  {
    what: "verdict",
    worse: (was) => (was.verdict === "byte-identical" ? { ...was, verdict: "rendered-identical" } : null),
  },
  { what: "verdict", worse: (was) => (was.verdict === "rendered-identical" ? { ...was, verdict: "diverged" } : null) },
  { what: "reusable", worse: (was) => (was.reusable === "yes" ? { ...was, reusable: "unknown" } : null) },
  { what: "reusable", worse: (was) => (was.reusable === "unknown" ? { ...was, reusable: "no" } : null) },
  { what: "ratio", worse: (was) => (was.ratio !== null && was.ratio > 0 ? { ...was, ratio: was.ratio / 2 } : null) },
  { what: "lost", worse: (was) => (was.lost === null ? null : { ...was, lost: was.lost + 1 }) },
  { what: "usd", worse: (was) => (was.usd === null ? null : { ...was, usd: was.usd + 1e-6 }) },
  { what: "breakUsd", worse: (was) => (was.breakUsd === null ? null : { ...was, breakUsd: was.breakUsd + 1e-6 }) },
  { what: "cause", worse: (was) => ({ ...was, causes: [...was.causes, "CB701"] }) },
];

test("one figure of one job that becomes worse gates, and the way back does not", () => {
  let examined = 0;
  fc.assert(
    fc.property(baseline, fc.nat(), fc.constantFrom(...changes), (old, at, { what, worse }) => {
      const index = at % old.jobs.length;
      const was = old.jobs[index] as JobFigures;
      const is = worse(was);
      if (is === null) return;
      examined += 1;
      const now = { ...old, jobs: old.jobs.with(index, is) };
      const { deltas } = compareBaselines(old, now, whole(now));
      expect(deltas.map(({ id, what, gates }) => ({ id, what, gates }))).toEqual([{ id: was.id, what, gates: true }]);
      const back = compareBaselines(now, old, whole(old)).deltas;
      expect(back.map(({ what, gates }) => ({ what, gates }))).toEqual([{ what, gates: false }]);
    }),
    { numRuns: 500 },
  );
  expect(examined).toBeGreaterThan(200);
});

test("a number that is not known any more gates, and one that has become known does not", () => {
  fc.assert(
    fc.property(
      baseline,
      fc.constantFrom("ratio" as const, "lost" as const, "usd" as const, "breakUsd" as const),
      (old, name) => {
        const known = { ...old, jobs: old.jobs.map((each) => ({ ...each, [name]: each[name] ?? 0 })) };
        const unknown = { ...old, jobs: old.jobs.map((each) => ({ ...each, [name]: null })) };
        const gates = (a: Baseline, b: Baseline): readonly boolean[] =>
          compareBaselines(a, b, whole(b)).deltas.map((each) => each.gates);
        expect(gates(known, unknown)).toEqual(old.jobs.map(() => true));
        expect(gates(unknown, known)).toEqual(old.jobs.map(() => false));
      },
    ),
  );
});

const [one] = fc.sample(job, 1) as [JobFigures];
const plain: JobFigures = {
  ...one,
  id: "one",
  file: "scenarios/a/one.yaml",
  tags: ["smoke"],
  status: "passed",
  usd: 1,
  causes: [],
};
const of = (...jobs: readonly JobFigures[]): Baseline => ({ dates, jobs });
const kinds = (
  old: Baseline,
  now: Baseline,
  compared: Partial<ComparedJobs["selection"]> = {},
  ids: readonly string[] = now.jobs.map(({ id }) => id),
) => {
  const selection = { paths: ["scenarios"], tags: [], name: null, ...compared };
  const { compared: count, deltas } = compareBaselines(old, now, { selection, ids: new Set(ids) });
  return { count, deltas: deltas.map(({ id, what, gates }) => `${gates ? "!" : "·"} ${id} ${what}`) };
};

test("a job that is gone is vanished, and under another name also new", () => {
  expect(kinds(of(plain), of({ ...plain, id: "two" }))).toEqual({ count: 1, deltas: ["! one vanished", "· two new"] });
});

test.for<readonly [why: string, selection: Partial<ComparedJobs["selection"]>, isVanished: boolean]>([
  ["its folder", { paths: ["scenarios/a"] }, true],
  ["its folder, spelled otherwise", { paths: ["./scenarios/a/"] }, true],
  ["its file", { paths: ["scenarios/a/one.yaml"] }, true],
  ["another folder", { paths: ["scenarios/b"] }, false],
  ["a folder that begins alike", { paths: ["scenarios/a/on"] }, false],
  ["its tag", { tags: ["smoke"] }, true],
  ["another tag", { tags: ["slow"] }, false],
  ["all but its tag", { tags: ["!smoke"] }, false],
  ["its name", { name: "^on" }, true],
  ["another name", { name: "^two" }, false],
])("of a run that selects %s, a line without a job is vanished: %j -> %s", ([, selection, isVanished]) => {
  const other = { ...plain, id: "two" };
  expect(kinds(of(plain, other), of(other), selection)).toEqual({
    count: isVanished ? 2 : 1,
    deltas: isVanished ? ["! one vanished"] : [],
  });
});

test("a selected job that did not run is not compared: an interrupt is not a regression", () => {
  expect(kinds(of(plain), of(), {}, ["one"])).toEqual({ count: 0, deltas: [] });
});

test("a job that is newly skipped gates, and one that errored gates once", () => {
  expect(kinds(of(plain), of({ ...plain, status: "skipped", usd: 0 })).deltas).toEqual(["! one status"]);
  expect(kinds(of(plain), of({ ...plain, status: "errored", verdict: null })).deltas).toEqual(["! one status"]);
});

test("costs of other dates and figures of live jobs gate nothing", () => {
  const dearer = { ...plain, usd: 2 };
  expect(kinds(of(plain), { dates: { ...dates, prices: "2027-01-01" }, jobs: [dearer] }).deltas).toEqual(["· one usd"]);
  expect(kinds(of({ ...plain, live: true }), of({ ...dearer, live: true, causes: ["CB302"] })).deltas).toEqual([
    "· one cause",
    "· one usd",
  ]);
});

const head = '{"schema":"forkproof/baseline@1","rules":"r","prices":"p"}';
const line = JSON.stringify(plain);
test.for([
  ["", "b.jsonl", "the file is empty"],
  ["name: x", "b.jsonl:1", "this line is not a JSON object"],
  ['{"schema":"forkproof/run-result@2"}', "b.jsonl:1", "not a baseline"],
  [
    '{"schema":"forkproof/baseline@7"}',
    "b.jsonl:1",
    "this is forkproof/baseline@7; this version reads forkproof/baseline@1",
  ],
  [`${head}\n${line}\n{`, "b.jsonl:3", "this line is not a JSON object"],
  [`${head}\n${line}\n${line}\n`, "b.jsonl:2 and b.jsonl:3", 'the job "one" stands here twice'],
  [
    `${head.replace('"rules"', '"jobs":2,"rules"')}\n${line}\n`,
    "b.jsonl:1",
    "the first line counts 2 jobs, and the file has 1: lines are missing or were added",
  ],
  [`${head}\n${line.replace('"usd":1', '"usd":"1"')}`, "b.jsonl:2", "the line has no valid `usd`"],
] as const)("a baseline that cannot be read is refused with its line: %s", ([text, where, what]) => {
  expect(() => parseBaseline(text, "b.jsonl")).toThrow(
    expect.objectContaining({ code: "HX527", message: what, where }),
  );
});

test.for([
  ["status", "status", '"passd"'],
  ["verdict", "verdict", '"same"'],
  ["reusable", "reusable", '"maybe"'],
  ["rules", "first line lacks", "1"],
] as const)(
  "a baseline whose `%s` is not one of its words is refused: it could not be ranked",
  ([name, said, value]) => {
    const job: JobFigures = {
      id: "a",
      file: "a.yaml",
      tags: [],
      status: "passed",
      verdict: "byte-identical",
      reusable: "yes",
      ratio: 1,
      lost: 0,
      fresh: 1,
      write: 0,
      output: 1,
      usd: 1,
      breakUsd: 0,
      causes: [],
    };
    const text = renderBaseline({ dates, jobs: [job] });
    expect(() => parseBaseline(text, "b.jsonl")).not.toThrow();
    const broken = text.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}":${value}`);
    expect(() => parseBaseline(broken, "b.jsonl")).toThrow(said);
  },
);
