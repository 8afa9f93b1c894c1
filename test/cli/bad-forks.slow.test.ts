import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { writeBadForks } from "./write-bad-forks.ts";

let folder: TempFolder;
let printed: Printed;
let jobs: ReadonlyMap<string, JobResult>;
beforeAll(async () => {
  folder = makeTempFolder();
  writeBadForks(folder.path);
  printed = await runForkproof(["run", "--json"], folder.path, { PATH: process.env["PATH"] ?? "" });
  const result = JSON.parse(printed.out) as RunResult;
  jobs = new Map(result.jobs.map((job) => [job.id, job]));
});
afterAll(() => folder[Symbol.dispose]());

/** What went wrong in a job, as its author reads it. */
function told(name: string): string {
  const job = jobs.get(name)!;
  if (job.outcome.status === "errored") {
    const { code, what, where, fix } = job.outcome.error;
    return `${code} ${what}\nwhere ${where}\nfix ${fix}`.replaceAll(folder.path, "FOLDER");
  }
  const failed = job.checks.filter(({ status }) => status === "failed");
  return failed.map(({ check, observed }) => `${check}: ${observed}`).join("\n") || job.outcome.status;
}

test("one bad case does not affect the others, and a failed job decides the exit code", () => {
  expect(told("a case that passes")).toBe("passed");
  expect(jobs.size).toBe(19);
  expect(printed.exit).toBe(1);
});

test("a script that does not fit the fork's requests fails its job", () => {
  expect(told("a script that runs out")).toMatchInlineSnapshot(`
    "subject: bad-request: Request 3 has no scripted answer: lane fork has no step 2. (run it against \`forkproof serve\` to see where)
    script: HX411 Request 3 has no scripted answer: lane fork has no step 2. Add a step to the script (lanes: parent, fork), or find out why the client asked once more."
  `);
  expect(told("an answer that nobody asks for")).toMatchInlineSnapshot(
    `"script: HX412 Lane fork stopped before step 2 of 2 (text "And?"). Its last request was number 2. Remove the step, or find out why the client stopped early."`,
  );
  expect(told("a call without a stub")).toMatchInlineSnapshot(`
    "HX199 no stub answers the call read_note {"page":"a"}
    where scenarios/03.yaml:1:7
    fix add it to \`fork.tools\`, with \`returns\` or \`fails\`"
  `);
});

test("a module that fails to fork fails its job", () => {
  expect(told("a module that throws")).toMatchInlineSnapshot(`
    "subject: the module failed: the agent has no configuration, at default scenarios/throws.mjs:1:30 (run it against \`forkproof serve\` to see where)
    script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
  expect(told("a module that never calls")).toMatchInlineSnapshot(`
    "script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
  expect(told("a module that hangs")).toMatchInlineSnapshot(`
    "subject: HX195 the fork was not done after 50 ms and was stopped; find what it waits for, or give the scenario a longer \`timeout\` (run it against \`forkproof serve\` to see where)
    script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
  expect(told("a module that leaves loopback")).toMatchInlineSnapshot(`
    "HX421 A mocked run tried to reach api.anthropic.com.
    where api.anthropic.com
    fix Point the client at the base URL that the run gives it."
  `);
});

test("a module that cannot be loaded gets an error at its place", () => {
  expect(told("a module without a default export")).toMatchInlineSnapshot(`
    "HX193 scenarios/exports-nothing.mjs: the module has no function as its default export
    where scenarios/07.yaml:5:1
    fix write \`export default async ({ parent, baseUrl, directive }) => { … }\`"
  `);
  expect(told("a module that cannot be read")).toMatchInlineSnapshot(`
    "HX193 the module cannot be imported: Unexpected end of input
    where scenarios/breaks-off.mjs
    fix fix what it says"
  `);
  expect(told("a module that is not there")).toMatchInlineSnapshot(`
    "HX140 no module at \`gone.mjs\`; looked at scenarios/gone.mjs and fixtures/gone.mjs
    where scenarios/09.yaml:1:7
    fix write the path from the scenario's folder, or from fixtures/"
  `);
});

test("a module that the provider refuses is judged by what it sent", () => {
  expect(told("a module that the provider refuses")).toMatchInlineSnapshot(`
    "subject: the module failed: messages.5.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_gone. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message., at default scenarios/orphans.mjs:6:29 (run it against \`forkproof serve\` to see where)
    script: HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. The provider refused request 2 with 400: messages.5.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_gone. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message. Correct the request that was refused.
    findings: not expected: CB418 in messages at /messages/5/content/0; if this is meant, write \`findings: [CB418]\` under \`expect\`"
  `);
  const [judgement] = jobs.get("a module that the provider refuses")!.judgements;
  expect(judgement?.findings.map(({ code, role }) => [code, role])).toContainEqual(["CB418", "invalid"]);
});

test("a command that fails to fork fails its job", () => {
  expect(told("a command that is not there")).toMatchInlineSnapshot(`
    "HX196 the command cannot be started: ENOENT
    where no-such-agent, started in scenarios
    fix install it, or write its whole path"
  `);
  expect(told("a command that fails")).toMatchInlineSnapshot(`
    "subject: the command ended with exit code 3: no session (run it against \`forkproof serve\` to see where)
    script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
  expect(told("a command that does nothing")).toMatchInlineSnapshot(`
    "script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
});

test("a command that hangs is terminated", () => {
  expect(told("a command that hangs")).toMatchInlineSnapshot(`
    "subject: HX195 the fork was not done after 200 ms and was stopped; find what it waits for, or give the scenario a longer \`timeout\` (run it against \`forkproof serve\` to see where)
    script: fork sent no request; HX412 Lane fork stopped before step 1 of 1 (text "A pilot."). No request began this lane. Remove the step, or find out why the client stopped early.
    verdict: nothing was judged
    findings: nothing was judged"
  `);
});

test("validate finds a missing module without running anything", async () => {
  const { exit, out } = await runForkproof(["validate", "scenarios"], folder.path);
  expect({ exit, out }).toMatchInlineSnapshot(`
    {
      "exit": 2,
      "out": "HX193  scenarios/exports-nothing.mjs: the module has no function as its default
           export
           where  scenarios/07.yaml:5:1
           fix    write \`export default async ({ parent, baseUrl, directive }) => {
                  … }\`

    HX140  no module at \`gone.mjs\`; looked at scenarios/gone.mjs and
           fixtures/gone.mjs
           where  scenarios/09.yaml:1:7
           fix    write the path from the scenario's folder, or from fixtures/

    19 scenarios in 19 files: 2 errors
    ",
    }
  `);
});

test("a filter that cannot allow any call stops the run before it begins", async () => {
  const { exit, out, err } = await runForkproof(["run", "contradictory"], folder.path);
  expect({ exit, out, err }).toMatchInlineSnapshot(`
    {
      "err": "HX115  \`fork.filter\` allows no call at all: its lists have no tool in common
           where  contradictory/lists.yaml:7:5
           fix    name a tool in all of them; to deny every call write one empty
                  list
    ",
      "exit": 2,
      "out": "",
    }
  `);
});

test("an exchange that cannot be forked gets an error, as does a fork that cannot be sent", () => {
  expect(told("a parent that ends in the middle of an answer")).toMatchInlineSnapshot(`
    "HX198 the provider refuses the parent's request with 400: {"type":"error","error":{"type":"invalid_request_error","message":"This model does not support assistant message prefill. The conversation must end with a user message."},"request_id":"req_1"}
    where exchange 1
    fix choose a parent whose request the provider takes"
  `);
  expect(told("a parent of another wire")).toMatchInlineSnapshot(`
    "HX198 our strategies do not speak bedrock-converse
    where parent exchange 2
    fix fork it with code of your own: \`subject\` or \`command\`"
  `);
  expect(told("a limit that no timer can keep")).toMatchInlineSnapshot(`
    "HX192 timeoutMs: 3599996400000 is not a number between 0 and 2147483647 milliseconds; null sets no limit
    where parent exchange reading-3
    fix Fix the fork section of the scenario."
  `);
});
