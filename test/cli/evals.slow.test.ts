import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { checkOf, runFiles, scenario } from "./eval-run.ts";

test("a module that throws, ends its process, never answers or returns no score fails its check with words", async () => {
  const module = (name: string, more = ""): string =>
    scenario(name, `{ output: [{ module: ./${name}.mjs, atLeast: 0.5 }] }`, { more });
  const { exit, jobs } = await runFiles({
    "good.yaml": module("good", "cases: [{ id: a, expected: Done }]"),
    "good.mjs":
      "export default ({ output, expected, input }, row) => ({ score: output === expected && row.id === 'a' && input === 'go' ? 1 : 0, why: 'equal' });",
    "low.yaml": module("low"),
    "low.mjs": "export default async () => 0.4;",
    "throws.yaml": module("throws"),
    "throws.mjs": "export default () => { throw new Error('no dictionary'); };",
    "nan.yaml": module("nan"),
    "nan.mjs": "export default () => NaN;",
    "far.yaml": module("far"),
    "far.mjs": "export default () => 1.2;",
    "exits.yaml": module("exits"),
    "exits.mjs": "export default () => process.exit(3);",
    "loops.yaml": module("loops", "timeout: 700ms"),
    "loops.mjs": "export default () => { for (;;); };",
    "silent.yaml": module("silent"),
    "silent.mjs": "export default () => null;",
    "misses.yaml": module("misses"),
    "named.yaml": scenario("named", '{ output: [{ module: "./named.mjs#score" }] }'),
    "node_modules/scorers/package.json":
      '{ "name": "scorers", "type": "module", "exports": { "import": "./index.js" } }',
    "node_modules/scorers/index.js":
      "export const Exact = ({ output, expected }) => ({ name: 'Exact', score: output === expected ? 1 : 0 });",
    "named.mjs": "export const score = () => 1;",
    "package.yaml": scenario("package", '{ output: [{ module: "scorers#Exact", atLeast: 0.5 }] }', {
      more: "cases: [{ id: a, expected: Done }]",
    }),
  });
  expect(exit).toBe(1);
  expect({
    good: checkOf(jobs, "good [row=a]", "output"),
    low: checkOf(jobs, "low", "output"),
    throws: checkOf(jobs, "throws", "output"),
    nan: checkOf(jobs, "nan", "output"),
    far: checkOf(jobs, "far", "output"),
    exits: checkOf(jobs, "exits", "output"),
    loops: checkOf(jobs, "loops", "output"),
    silent: [checkOf(jobs, "silent", "output"), checkOf(jobs, "silent", "expect")],
    misses: jobs.find(({ id }) => id === "misses")?.outcome,
    named: checkOf(jobs, "named", "output"),
    package: checkOf(jobs, "package [row=a]", "output"),
  }).toMatchInlineSnapshot(`
    {
      "exits": "failed: ./exits.mjs failed: the module ended its process with exit code 3: process.exit was called, at default exits.mjs:1:30 ("Done")",
      "far": "failed: the score 1.2 is not from 0 to 1 ("Done")",
      "good": "passed: 1: equal ("Done")",
      "loops": "failed: ./loops.mjs failed: it did not answer within 700 ms ("Done")",
      "low": "failed: 0.4 ("Done")",
      "misses": {
        "error": {
          "code": "HX140",
          "exit": 2,
          "fix": "write the path from the scenario's folder, or from fixtures/",
          "what": "no module at \`./misses.mjs\`; looked at misses.mjs and fixtures/misses.mjs",
          "where": "misses.yaml:5:20",
        },
        "status": "errored",
      },
      "named": "passed: 1 ("Done")",
      "nan": "failed: ./nan.mjs failed: it returned NaN, and a score is a number, \`{ score, why }\` or null ("Done")",
      "package": "passed: 1 ("Done")",
      "silent": [
        "not examined: it had no opinion ("Done")",
        "failed: not examined: output",
      ],
      "throws": "failed: ./throws.mjs failed: no dictionary, at default throws.mjs:1:30 ("Done")",
    }
  `);
});

const graded = "{ output: [{ grader: tone.md, model: claude-sonnet-4-5, atLeast: 4 }] }";

test("a scripted grader passes by its score, and fails closed", async () => {
  const file = (name: string, answers: string): string =>
    scenario(name, graded, { script: `{ fork: [{ text: Done }], grader: [${answers}] }` });
  const { exit, jobs } = await runFiles({
    "tone.md": "Grade the tone.",
    "a.yaml": file("kind", `{ text: '{"score": 4, "why": "kind"}' }`),
    "b.yaml": file("rude", `{ text: '{"score": 2, "why": "rude"}' }`),
    "c.yaml": file("nonsense", "{ text: It is fine. }"),
    "l.yaml": file("twice", `{ text: '{"score": 1, "score": 5}' }`),
    "d.yaml": file("beyond", `{ text: '{"score": 9}' }`),
    "e.yaml": file("never", `{ text: '{"score": 5}', wait: 10m }`),
    "f.yaml": file("refused", "{ error: 529 }"),
    "g.yaml": scenario("unscripted", graded),
    "h.yaml": file("unused", `{ text: '{"score": 4}' }, { text: '{"score": 4}' }`),
    "j.yaml": file("google", `{ text: '{"score": 5, "why": "warm"}' }`).replace("claude-sonnet-4-5", "gemini-2.5-pro"),
    "k.yaml": scenario("siblings", graded, {
      script: `{ fork: [{ text: Done }], "fork[2]": [{ text: Done }], grader: [{ text: '{"score": 4}' }] }`,
    }).replace("maxTurns: 1", "maxTurns: 1, siblings: { count: 2 }"),
    "i.yaml": scenario("rubricless", graded.replace("tone", "gone")),
  });
  expect(exit).toBe(1);
  const words = ["kind", "google", "rude", "nonsense", "twice", "beyond", "never", "refused", "unscripted"].map((id) =>
    checkOf(jobs, id, "output"),
  );
  expect(
    [
      ...words,
      checkOf(jobs, "unused", "script.grader"),
      jobs.find(({ id }) => id === "rubricless")?.outcome.error?.what,
    ].join("\n"),
  ).toMatchInlineSnapshot(`
    "passed: 4: kind ("Done")
    passed: 5: warm ("Done")
    failed: 2: rude ("Done")
    failed: the grader claude-sonnet-4-5 answered "It is fine.", which is not {"score": N, "why": "…"} ("Done")
    failed: the grader claude-sonnet-4-5 answered with two values of "score" ("Done")
    failed: the grader claude-sonnet-4-5 gave the score 9, which is not from 1 to 5 ("Done")
    failed: the grader claude-sonnet-4-5 did not answer within 60000 ms ("Done")
    failed: the grader claude-sonnet-4-5 was refused with status 529: Overloaded ("Done")
    failed: the grader claude-sonnet-4-5 has no answer left in the lane \`grader\` of the script; script one for each fork and grader ("Done")
    failed: 1 answer is left
    no rubric at \`gone.md\`; looked at gone.md and fixtures/gone.md"
  `);
  // Equal answers of two siblings are graded by one answer of the script.
  expect(checkOf(jobs, "siblings", "output")).toBe('passed: 4 ("Done")');
  expect(jobs.find(({ id }) => id === "siblings")?.grades).toHaveLength(2);
  expect(jobs.find(({ id }) => id === "kind")?.grades).toEqual([
    {
      lane: "fork",
      model: "claude-sonnet-4-5",
      rubric: "tone.md",
      sha256: createHash("sha256").update("Grade the tone.").digest("hex"),
      score: 4,
      why: "kind",
      usd: 0,
    },
  ]);
});

test("an expectation that a scripted run cannot examine fails a job only if nothing else is expected", async () => {
  const { exit, jobs, out } = await runFiles({
    "a.yaml": scenario("both", '{ duration: "<= 1s", output: [{ contains: Done }] }'),
    "b.yaml": scenario("alone", '{ duration: "<= 1s", passRate: ">= 0.5" }'),
  });
  expect(exit).toBe(1);
  expect(jobs.map(({ id, outcome }) => `${id} ${outcome.status}`)).toEqual(["both passed", "alone failed"]);
  expect(checkOf(jobs, "both", "duration")).toContain("not examined: ");
  expect(checkOf(jobs, "alone", "expect")).toBe("failed: not examined: duration, passRate");
  expect(jobs[0]?.checks.find(({ check }) => check === "output")?.scripted).toBe(true);
  expect(out.match(/scripted/g)).toHaveLength(1);
});

test("calls and weights are examined with words for what is missing", async () => {
  const script = "[{ call: [{ read_note: { page: b } }, { read_note: { page: a } }] }, { text: Bergen }]";
  const file = (name: string, expected: string): string =>
    scenario(name, expected, { script }).replace(
      "maxTurns: 1",
      "maxTurns: 3, tools: [{ name: read_note, returns: x }]",
    );
  const call = (page: string): string => `{ tool: read_note, input: { page: ${page} } }`;
  const { jobs } = await runFiles({
    "a.yaml": file("order", `{ calls: { inOrder: [${call("a")}, ${call("b")}] } }`),
    "b.yaml": file("any", `{ calls: { anyOrder: [{ tool: read_note }, ${call("{ matches: '^b' }")}], atMost: 2 } }`),
    "c.yaml": file("never", "{ calls: { never: [read_note], atMost: 1 } }"),
    "d.yaml": file(
      "score",
      '{ output: [{ contains: Bergen, weight: 3 }, { contains: Oslo, weight: 1 }], score: "> 0.75" }',
    ),
  });
  expect(
    [
      checkOf(jobs, "order", "calls.inOrder"),
      checkOf(jobs, "any", "calls.anyOrder"),
      checkOf(jobs, "any", "calls.atMost"),
      checkOf(jobs, "never", "calls.never"),
      checkOf(jobs, "never", "calls.atMost"),
      checkOf(jobs, "score", "score"),
    ].join("\n"),
  ).toMatchInlineSnapshot(`
    "failed: missing read_note {"page":"b"} after call 2; calls: read_note {"page":"b"}, read_note {"page":"a"}
    passed: calls: read_note {"page":"b"}, read_note {"page":"a"}
    passed: calls: read_note {"page":"b"}, read_note {"page":"a"}
    failed: it called read_note; calls: read_note {"page":"b"}, read_note {"page":"a"}
    failed: it made 2; calls: read_note {"page":"b"}, read_note {"page":"a"}
    failed: 0.75: 3 of 3 for contains "Bergen"; 0 of 1 for contains "Oslo""
  `);
});

test("a tool that no request declares fails the expectation that it is never called, and a filter that names it gets a warning", async () => {
  const forking = (name: string, expected: string, fork = ""): string =>
    scenario(name, expected).replace("exchange: last", "exchange: parent").replace("maxTurns: 1", `maxTurns: 1${fork}`);
  const { exit, jobs, out } = await runFiles({
    "a.yaml": forking("typo", "{ calls: { never: [aply_patch] } }"),
    "b.yaml": forking("right", "{ calls: { never: [apply_patch] } }"),
    "c.yaml": forking("filter", "{ stop: completed }", ", filter: { allowTools: [aply_patch] }"),
  });
  expect(exit).toBe(1);
  expect(checkOf(jobs, "typo", "calls.never")).toContain(
    "failed: no request declares the tool aply_patch; did you mean apply_patch?; calls: ",
  );
  expect(checkOf(jobs, "right", "calls.never")).toMatch(/^passed: /);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    "fork.filter allows aply_patch, which no request declares as a tool; did you mean apply_patch?",
  );
});
