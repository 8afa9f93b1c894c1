import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult } from "../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const at = (name: string): string => join(folder.path, name);
const agents = ["agent-as-a-tool.mjs", "module-as-a-tool.mjs", "resumed-agent.mjs"];
for (const agent of agents) copyFileSync(resolve("fixtures/agents", agent), at(agent));
const environment = { PATH: dirname(process.execPath) };

const TASK = "Read the notes of 1873 and say what still holds.";
const call = { agent: { prompt: TASK } };
const script = { parent: [{ call }, { text: "That is all." }], fork: [{ text: "One note holds." }] };

async function run(scenario: object): Promise<Printed & { readonly job: JobResult | undefined }> {
  writeFileSync(at("case.yaml"), stringify(scenario));
  const printed = await runForkproof(["run", "case.yaml", "--report", "report.json"], folder.path, environment);
  const { jobs } = JSON.parse(readFileSync(at("report.json"), "utf8")) as { readonly jobs: readonly JobResult[] };
  return { ...printed, job: jobs[0] };
}

const ofCommand = (provider: object, shapes: readonly string[], more: object = {}): object => ({
  name: "an agent calls its fork as a tool",
  fork: { command: ["node", "agent-as-a-tool.mjs", ...shapes], ...more },
  provider,
  expect: {
    verdict: "byte-identical",
    firstTurn: { efficiency: ">= 0.9" },
    output: [{ contains: "One note holds. That is all." }],
  },
});

test.each([[[]], [["blocks"]], [["names-lanes"]]] as const)(
  "an agent that waits for its fork and continues passes: %j",
  async (shapes) => {
    const scenario = ofCommand({ script }, shapes);
    const expected = shapes.some((shape) => shape === "blocks") ? { verdict: "rendered-identical" } : {};
    const { exit, out, job } = await run({
      ...scenario,
      expect: { ...(scenario as { expect: object }).expect, ...expected },
    });
    expect(exit, out).toBe(0);
    expect(job?.judgements.map(({ parent, child }) => [parent.id, child.id])).toEqual([["1", "2"]]);
  },
);

test("a module that returns its fork's text as the result of a call passes", async () => {
  const { exit, out, job } = await run({
    name: "a module calls its fork as a tool",
    parent: { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" },
    fork: { subject: "./module-as-a-tool.mjs", prompt: TASK },
    provider: { script },
    expect: {
      verdict: "byte-identical",
      firstTurn: { ratio: ">= 0.9" },
      output: [{ contains: "One note holds. That is all." }],
    },
  });
  expect(exit, out).toBe(0);
  expect(job?.judgements.map(({ parent, child }) => [parent.id, child.id])).toEqual([["1", "2"]]);
});

test("a fork without one of the tools fails with its code and place, whether or not the agent names its lanes", async () => {
  for (const shapes of [["fewer-tools"], ["fewer-tools", "names-lanes"]]) {
    const { exit, out, job } = await run(ofCommand({ script }, shapes));
    expect(exit, out).toBe(1);
    const [judgement] = job?.judgements ?? [];
    expect(judgement).toMatchObject({ verdict: "diverged", divergence: { pointer: "/tools/0" } });
    expect(judgement?.findings.map(({ code }) => code)).toContain("CB202");
  }
});

const other = "Count the letters of the year 1871.";
const parallel = {
  parent: [{ call: [call, { agent: { prompt: other } }] }, { text: "That is all." }],
  fork: [{ text: "One note holds." }],
  "fork[2]": [{ text: "Forty." }],
};
const matched = {
  ...parallel,
  fork: { when: { contains: "Read the notes of 1873" }, turns: [{ text: "One note holds." }] },
  "fork[2]": { when: { matches: "Count the letters .* 1871" }, turns: [{ text: "Forty." }] },
};

test("two forks of one command run at once without a header, and each is judged", async () => {
  for (const each of [parallel, matched]) {
    const { exit, out, job } = await run({
      name: "an agent starts two forks at once",
      fork: { command: ["node", "agent-as-a-tool.mjs", "parallel"] },
      provider: { script: each },
      expect: { verdict: "byte-identical", output: [{ contains: "That is all." }] },
    });
    expect(exit, out).toBe(0);
    expect(job?.judgements.map(({ parent }) => parent.id)).toEqual(["1", "1"]);
    expect(job?.forks.map(({ lane, turns }) => [lane, turns.length])).toEqual([
      ["fork", 1],
      ["fork[2]", 1],
    ]);
    if (each === matched) expect(job?.forks[0]?.output).toBe("One note holds. Forty. That is all.");
  }
});

test("record --mock follows an agent that a second process resumes with its texts as strings", async () => {
  writeFileSync(
    at("script.yaml"),
    stringify({ parent: [{ text: "Forty." }, { text: "Two." }], fork: [{ text: "None." }] }),
  );
  const asks = ["How many letters?", "And of 1874?"].map((question) => `node resumed-agent.mjs "${question}"`);
  const args = ["record", "--mock", "script.yaml", "--out", "resumed", "--", "sh", "-c", asks.join(" && ")];
  const { exit, out, err } = await runForkproof(args, folder.path, { PATH: `${environment.PATH}:/usr/bin:/bin` });
  expect([exit, out.split("\n").slice(0, 2)]).toEqual([0, ["Forty.", "Two."]]);
  expect(err.replaceAll(/\s+/g, " ")).toContain(
    'Lane fork stopped before step 1 of 1 (text "None."). No request began this lane.',
  );
});

test("a lane without requests, and a request that matches two lanes, fail the run with an error", async () => {
  const turns = [{ text: "One note holds." }];
  const unreached = await run(
    ofCommand({ script: { ...script, fork: { when: { contains: "Begin here" }, turns } } }, []),
  );
  expect(unreached.exit).toBe(1);
  expect(unreached.job?.checks.find(({ check }) => check === "script")?.observed).toContain(
    'Lane fork stopped before step 1 of 1 (text "One note holds."). No request matched its `when` (contains "Begin here").',
  );
  const lanes = {
    parent: { when: { contains: "notes of 1873" }, turns: script.parent },
    fork: { when: { contains: "You are the fork" }, turns },
  };
  const twice = await run(ofCommand({ script: lanes }, []));
  expect(twice.exit).toBe(1);
  expect(twice.job?.checks.find(({ check }) => check === "script")?.observed).toContain(
    'HX413 Request 2 matches the `when` of more than one lane: parent (contains "notes of 1873") and fork (contains "You are the fork").',
  );
});

const place = (text: string): Promise<Printed> => {
  writeFileSync(at("bad.yaml"), text);
  return runForkproof(["serve", "--script", "bad.yaml"], folder.path);
};
const scenario = (when: string): string =>
  `name: a\nfork: { command: [node, a.mjs] }\nprovider:\n  script:\n    fork:\n      when: ${when}\n      turns: []\n`;

test.each([
  ["{ matches: '(' }", "bad.yaml:6:24", "bad.yaml:6:24"],
  ["{}", "bad.yaml:6:13", "bad.yaml:6:13"],
  ["{ contians: fork }", "bad.yaml:6:15", "bad.yaml:6:15"],
  ["{ contains: '  ' }", "bad.yaml:6:25", "bad.yaml:6:25"],
  ["{ tool: 5 }", "bad.yaml:6:21", "bad.yaml:6:21"],
])("an invalid `when` is refused at its place: %s", async (when, ofScript, ofScenario) => {
  const served = await place(scenario(when));
  const validated = await runForkproof(["validate", "bad.yaml"], folder.path);
  expect([served.exit, validated.exit]).toEqual([2, 2]);
  expect(served.err).toContain(ofScript);
  expect(validated.out + validated.err).toContain(ofScenario);
  if (when.includes("contians"))
    for (const text of [served.err, validated.out + validated.err]) expect(text).toContain("id you mean `contains`?");
});

test("two lanes whose conditions always match together are refused at the later one", async () => {
  const lanes =
    "name: a\nfork: { command: [node, a.mjs] }\nprovider:\n  script:\n    fork: { when: { contains: You are the fork }, turns: [] }\n    fork[2]: { when: { contains: the fork }, turns: [] }\n";
  const served = await place(lanes);
  const validated = await runForkproof(["validate", "bad.yaml"], folder.path);
  for (const text of [served.err, validated.out + validated.err]) {
    expect(text).toContain("bad.yaml:6:22");
    expect(text.replaceAll(/\s+/g, " ")).toContain("lane fork[2] matches every request that lane fork matches");
  }
});

test("a catastrophic pattern of a scripted lane ends its job within the deadline, by name", async () => {
  const fork = { when: { matches: "^(?:[^]+)+\\u0000$" }, turns: [{ text: "One note holds." }] };
  const { exit, out, job } = await run(ofCommand({ script: { ...script, fork } }, []));
  expect(exit, out).toBe(2);
  expect(job?.outcome).toMatchObject({
    status: "errored",
    error: {
      code: "HX424",
      what: expect.stringMatching(/^the lane's pattern .* did not end on \d+ characters in time$/),
    },
  });
});
