import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { recordings } from "./gate-recordings.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  for (const [name, lines] of Object.entries(recordings))
    writeFileSync(join(folder.path, `${name}.jsonl`), `${lines.join("\n")}\n`);
});
afterAll(() => folder[Symbol.dispose]());

let written = 0;

/** Runs one scenario in a process of its own. */
async function run(scenario: object, ...args: readonly string[]): Promise<Printed & { readonly job: JobResult }> {
  written += 1;
  const name = `case-${written}`;
  writeFileSync(join(folder.path, `${name}.yaml`), stringify({ name, ...scenario }));
  const printed = await runForkproof(["run", `${name}.yaml`, "--report", `${name}.json`, ...args], folder.path);
  const result = JSON.parse(readFileSync(join(folder.path, `${name}.json`), "utf8")) as RunResult;
  return { ...printed, job: result.jobs[0]! };
}

const pair = (source: string, expected: object): object => ({
  parent: { source: `${source}.jsonl`, exchange: "1" },
  fork: { recorded: { exchange: "3" } },
  expect: expected,
});
/** The fork repeats the parent's answer, as the next turn does: whose it is, the scenario says. */
const session = (source: string, expected: object): object => ({
  session: { source: `${source}.jsonl`, ...(source !== "line" && { parentOf: { 3: "1" } }) },
  expect: expected,
});
const checkOf = ({ job }: { readonly job: JobResult }, name: string): JobResult["checks"][number] | undefined =>
  job.checks.find(({ check }) => check === name);
const message = "request 3 read 0.00 of its first prompt from the cache; expected";

describe.each([
  ["a recorded pair", pair],
  ["a session", session],
])("the first turn of a fork in %s", (_, scenario) => {
  test("warns with CB900 if it read 0 of 10,000 tokens, and fails with --max-warnings 0", async () => {
    const [lenient, strict] = await Promise.all([
      run(scenario("unread", { verdict: "byte-identical" })),
      run(scenario("unread", { verdict: "byte-identical" }), "--max-warnings", "0"),
    ]);
    expect([lenient.exit, strict.exit]).toEqual([0, 1]);
    expect(lenient.job.warnings).toEqual([{ code: "CB900", message: expect.stringContaining(message) }]);
  });

  test("does not warn if the fork read its parent's prefix", async () => {
    const printed = await run(scenario("read", { verdict: "byte-identical", warnings: [] }), "--max-warnings", "0");
    expect(printed.exit).toBe(0);
    expect(checkOf(printed, "warnings")).toMatchObject({
      status: "passed",
      examined: { count: 1, what: "first turn" },
    });
  });

  test("is compared with the bounds of firstTurn by the judgement's own ratio", async () => {
    const bounds = { ratio: ">= 0.9", efficiency: ">= 0.9" };
    const [good, bad] = await Promise.all([
      run(scenario("read", { firstTurn: bounds })),
      run(scenario("unread", { firstTurn: bounds })),
    ]);
    expect([good.exit, bad.exit]).toEqual([0, 1]);
    const judged = good.job.judgements.find(({ child }) => child.id === "3");
    expect(checkOf(good, "firstTurn.ratio")?.observed).toBe(String(judged?.ratio?.observed));
    expect([checkOf(bad, "firstTurn.ratio"), checkOf(bad, "firstTurn.efficiency")]).toMatchObject([
      { status: "failed", expected: ">= 0.9", observed: "0", examined: { count: 1, what: "first turn" } },
      { status: "failed", expected: ">= 0.9", observed: "0", examined: { count: 1 } },
    ]);
  });

  test("fails a bound without reported usage, and says so", async () => {
    const printed = await run(scenario("unreported", { firstTurn: { ratio: "<= 0.9" } }));
    expect(printed.exit).toBe(1);
    expect(checkOf(printed, "firstTurn.ratio")).toMatchObject({ status: "failed", observed: "not reported" });
    expect(printed.job.warnings).toEqual([]);
  });

  test("fails an empty list of warnings if CB900 could not show", async () => {
    const printed = await run(scenario("unreported", { warnings: [] }));
    expect(printed.exit).toBe(1);
    expect(checkOf(printed, "warnings")).toMatchObject({
      status: "failed",
      observed: "1 of 1 first turns have no ratio, so CB900 cannot show",
      examined: { count: 0 },
    });
  });

  test("may be low if the scenario says `warnings: [CB900]`, and then prints no warning", async () => {
    const expected = { warnings: ["CB900"], firstTurn: { ratio: "= 0" } };
    const printed = await run(scenario("unread", expected), "--max-warnings", "0");
    expect([printed.exit, printed.job.warnings]).toEqual([0, []]);
  });
});

test("a turn of the main line that reads nothing, for no reason in the requests, warns of CB901", async () => {
  const expected = { warnings: ["CB901"] };
  const scenarios = [{ verdict: "byte-identical" }, expected, { firstTurn: { ratio: ">= 0.9" } }];
  const ran = await Promise.all(scenarios.map((each) => run(session("line", each), "--max-warnings", "0")));
  expect(ran.map(({ exit, job }) => [exit, job.warnings.length])).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ]);
  expect(checkOf(ran[2]!, "firstTurn.ratio"), "no fork began").toMatchObject({
    status: "failed",
    examined: { count: 0 },
  });
});

describe("the expected causes of a scenario", () => {
  test.for([
    ["a verdict", { verdict: "byte-identical" }],
    ["a class", { class: "extension" }],
    ["a warning", { warnings: ["CB900"] }],
  ] as const)("default to an empty list for a fork on a cheaper model, with %s", async ([, expected]) => {
    const printed = await run(pair("cheaper", expected));
    expect(printed.exit).toBe(1);
    expect(checkOf(printed, "findings")).toMatchObject({ status: "failed", expected: "none", examined: { count: 1 } });
    expect(printed.out.replaceAll(/\s+/g, " ")).toContain("write `findings: [CB101]` under `expect`");
  });

  test("pass once the line that the failure printed is added", async () => {
    const printed = await run(pair("cheaper", { verdict: "byte-identical", findings: ["CB101"] }));
    expect(printed.exit).toBe(0);
  });

  test("default to an empty list in a session and in a fork that runs, too", async () => {
    const cheaper = {
      parent: { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" },
      fork: { subject: resolve("fixtures/subjects/other-model.ts"), prompt: "Name a file." },
      provider: { script: [{ text: "a.ts" }] },
      expect: { verdict: "byte-identical" },
    };
    const [recorded, ran] = await Promise.all([run(session("cheaper", { verdict: "byte-identical" })), run(cheaper)]);
    expect([recorded.exit, ran.exit]).toEqual([1, 1]);
    expect(checkOf(ran, "findings")?.observed).toContain("`findings: [CB101]`");
  });
});

describe("a reason under expectBreak", () => {
  const stamped = (moves: object, expected: object = { verdict: "diverged" }): object => ({
    ...pair("stamped", expected),
    expectBreak: { reason: "meant", ...moves },
  });

  test.for([
    ["the first difference, where it names no place", {}, { verdict: "diverged" }],
    ["its block", { at: "/system/0" }, { verdict: "diverged" }],
    ["what holds its block", { at: "/system" }, { verdict: "diverged" }],
    ["the divergence that is expected", {}, { divergence: { pointer: "/system/0" } }],
  ] as const)("excuses the causes in blocks at %s", async ([, moves, expected]) => {
    const printed = await run(stamped(moves, expected));
    expect(printed.exit).toBe(0);
    expect(checkOf(printed, "findings")).toMatchObject({ status: "passed", examined: { count: 1, what: "pair" } });
  });

  test.for([
    ["alone", { verdict: "diverged" }],
    ["even where findings names it", { verdict: "diverged", findings: ["CB301"] }],
  ] as const)("does not excuse a cause at another place than it declares, %s", async ([, expected]) => {
    const printed = await run(stamped({ at: "/tools" }, expected));
    expect(printed.exit).toBe(1);
    expect(checkOf(printed, "findings")?.observed).toMatch(
      /CB\d+ in system at \/system\/0, outside `expectBreak.at` \/tools/,
    );
  });

  test("does not excuse a parameter: the scenario must name the model in addition to the block that moves", async () => {
    const both = (expected: object): object => ({ ...pair("both", expected), expectBreak: { reason: "meant" } });
    const [silent, named] = await Promise.all([
      run(both({ verdict: "diverged" })),
      run(both({ verdict: "diverged", findings: ["CB101", "CB202"] })),
    ]);
    expect([silent.exit, named.exit]).toEqual([1, 0]);
    expect(checkOf(silent, "findings")).toMatchObject({
      status: "failed",
      observed: expect.stringMatching(/not expected: CB101 in parameters; .*`findings: \[CB101, CB202\]`/),
    });
  });
});

test("an expected break in the tools does not cover a system prompt that would break next", async () => {
  const broken = (expected: object): object => ({
    ...pair("twice", { verdict: "diverged", ...expected }),
    expectBreak: { reason: "meant", at: "/tools" },
  });
  const [silent, named] = await Promise.all([
    run(broken({})),
    run(broken({ findings: ["CB202", "CB301"], warnings: ["CB900"] })),
  ]);
  expect([silent.exit, named.exit]).toEqual([1, 0]);
  expect(checkOf(silent, "findings")?.observed).toMatch(
    /CB301 in system at \/system\/0, outside `expectBreak.at` \/tools/,
  );
});

test.each([
  [
    "an expectation that nothing can produce",
    { warnings: ["CB202"], firstTurn: { ratio: ">= 0" } },
    /HX116[^]*refused\.yaml:\d+:\d+/,
  ],
  ["a provider's reason that no request asks for", { providerReason: "tools_changed" }, /HX117[^]*refused\.yaml:1:/],
])("validate and run refuse %s, with its place", async (_what, expectation, refusal) => {
  writeFileSync(join(folder.path, "refused.yaml"), stringify({ name: "refused", ...pair("read", expectation) }));
  const both = ["validate", "run"].map((command) => runForkproof([command, "refused.yaml"], folder.path));
  const [validated, ran] = await Promise.all(both);
  expect([validated?.exit, ran?.exit]).toEqual([2, 2]);
  for (const said of [validated, ran]) expect(`${said?.out}${said?.err}`).toMatch(refusal);
});
