import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { readRunResult } from "../../harness/report/read-run-result.ts";
import { serveUpstream } from "../record/serve-upstream.ts";
import { parseJson } from "../support/parse-json.ts";
import {
  agent,
  CLOCK,
  gate,
  script,
  sdkAgent,
  serveOwnMock,
  VITEST,
  writeConfig,
  writeProject,
} from "./gate-project.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeProject(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const MOCK = ["--mock", "answers.yaml"];
const twice = [["Who sailed?", "When?"]];

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);
const putClockIn = (): void => writeFileSync(join(folder.path, "agent.js"), agent(CLOCK));

test("gate passes a Vitest suite whose agent keeps its prefix, and says how much it compared", async () => {
  writeFileSync(join(folder.path, "agent.js"), sdkAgent("rules"));
  const printed = await gate(folder.path, MOCK, VITEST);
  expect(lastLine(printed.out)).toBe("passed  1 pair compared (1 turn, 0 forks) in 2 requests of 1 conversation");
  expect(printed).toMatchObject({ exit: 0, err: expect.stringContaining("report: reports/gate.json\n") as string });
});

test("the result of gate holds the traffic over time, where mocked counters are unknown and not zero", async () => {
  await gate(folder.path, [...MOCK, "--report", "gate.json"], script(twice));
  const { timing } = readRunResult(readFileSync(join(folder.path, "gate.json"), "utf8"), "gate.json");
  expect(timing.timeline).toMatchObject({
    by: "time",
    stretches: [{ requests: 2, ratio: null, usdPerThousand: null }],
  });
});

test("gate fails on the agent that puts the time into its system prompt, with code, place, cost and fix", async () => {
  writeFileSync(join(folder.path, "agent.js"), sdkAgent(CLOCK));
  const printed = await gate(folder.path, MOCK, VITEST);
  expect(printed.exit).toBe(1);
  expect(printed.out).toContain("observed  CB302 system-timestamp at /system/0");
  expect(printed.out).toMatch(/cost {2}about [\d,]+ cached tokens lost .*about\s+\$0\.0/s);
  expect(printed.out).toContain("fix   Move the date or time into a message");
  expect(lastLine(printed.out)).toMatch(/^failed {2}1 pair failed \(CB302\); 1 pair compared/);
});

test("gate fails on a suite that asks no model: nothing was seen", async () => {
  writeFileSync(
    join(folder.path, "agent.test.js"),
    'import { test } from "vitest"; test("nothing is asked", () => {});\n',
  );
  const printed = await gate(folder.path, MOCK, VITEST);
  expect(printed.exit).toBe(1);
  expect(printed.out).toContain("nothing was seen: the command sent no request through the proxy");
  expect(lastLine(printed.out)).toBe("failed  nothing was seen in 0 requests; the script was not followed (HX412)");
});

test("gate fails if only unrelated requests were sent", async () => {
  const printed = await gate(folder.path, MOCK, script([["Who sailed?"]]));
  expect(printed.exit).toBe(1);
  expect(printed.out).toContain("nothing was compared: of 1 request, none continues another");
});

test("gate fails with a command that fails, and reports the break as well", async () => {
  const clean = await gate(folder.path, MOCK, script(twice, 3));
  expect(clean.exit).toBe(1);
  expect(clean.out).toContain("observed  exit code 3");
  expect(lastLine(clean.out)).toMatch(/^failed {2}the command failed with exit code 3; 1 pair compared/);
  putClockIn();
  const broken = await gate(folder.path, MOCK, script(twice, 3));
  expect(broken.exit).toBe(1);
  expect(lastLine(broken.out)).toMatch(/^failed {2}the command failed with exit code 3; 1 pair failed \(CB302\)/);
});

test("gate records a suite in front of its own mock, whose counters prove nothing", async () => {
  await using own = await serveOwnMock();
  const printed = await gate(
    folder.path,
    ["--upstream", own.url.href],
    script([
      ["Who sailed?", "When?", "Why?"],
      ["Where to?", "How?"],
    ]),
  );
  expect(lastLine(printed.out)).toBe("passed  3 pairs compared (3 turns, 0 forks) in 5 requests of 2 conversations");
  expect(printed.exit).toBe(0);
});

test("two runs of a gate give one result outside its timing, whatever the order of their conversations", async () => {
  await using own = await serveOwnMock();
  const jobIds = async (conversations: readonly (readonly string[])[]): Promise<readonly string[]> => {
    const { out } = await gate(folder.path, ["--json", "--upstream", own.url.href], script(conversations));
    return resultOf(out).jobs.map(({ id }) => id);
  };
  const [one, other] = [
    ["Who sailed on 2026-11-20T10:00:00Z?", "When?"],
    ["Open /tmp/run-81f3/notes.md", "And then?"],
  ] as const;
  const later = [one[0].replace("20T10", "23T11"), "When?"];
  const ids = await jobIds([one, other]);
  expect(await jobIds([other.map((text) => text.replace("81f3", "9c00")), later])).toEqual(ids);
  expect(ids).toHaveLength(3);
});

test("pairs with one id are one job, and the worst of them counts", async () => {
  await using own = await serveOwnMock();
  const flag = "rules + (minutes++ === 3 ? `It is ${clock()}.` : `It is 2026-11-23T09:00:00.000Z.`)";
  writeFileSync(join(folder.path, "agent.js"), agent(flag));
  const printed = await gate(
    folder.path,
    ["--json", "--upstream", own.url.href],
    script([...twice, ...twice, ...twice]),
  );
  const { jobs } = resultOf(printed.out);
  expect(jobs.map(({ outcome }) => outcome.status)).toEqual(["failed", "passed"]);
  expect(jobs[0]?.checks[0]?.examined).toEqual({ count: 3, what: "pairs" });
  expect(jobs[0]?.judgements).toMatchObject([{ verdict: "diverged" }]);
});

test("gate --json prints one run result by the published schema, and the command's output goes to stderr", async () => {
  putClockIn();
  const command = script(twice);
  const noisy = [...command.slice(0, -1), `console.log("::stop-commands::x"); ${command.at(-1) ?? ""}`];
  const printed = await gate(folder.path, [...MOCK, "--json"], noisy);
  const schema = (name: string): object => {
    const path = resolve(import.meta.dirname, `../../harness/report/${name}.schema.json`);
    return parseJson(readFileSync(path, "utf8")) as object;
  };
  const ajv = new Ajv({ strict: false }).addSchema(schema("judgement"));
  const validate = ajv.compile(schema("run-result"));
  expect([validate(JSON.parse(printed.out)), validate.errors]).toEqual([true, null]);
  expect(resultOf(printed.out)).toMatchObject({ outcome: "failed", summary: { jobs: 2, failed: 1, passed: 1 } });
  expect(printed.err).toContain("::stop-commands::x");
  expect(printed.exit).toBe(1);
});

test("the reporters of run report a gate, and --report names the file of its result", async () => {
  const options = [...MOCK, "--reporter", "minimal", "--reporter", "jsonl=seen.jsonl", "--report", "result.json"];
  const printed = await gate(folder.path, options, script(twice));
  expect(printed).toMatchObject({ exit: 0, err: expect.stringContaining("report: result.json\n") as string });
  const lines = readFileSync(join(folder.path, "seen.jsonl"), "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { type: "job", kind: "pair" },
    { type: "job", id: "gate" },
    { type: "run", outcome: "passed" },
  ]);
});

test("gate compares its pairs with a baseline, which --update-baseline writes", async () => {
  const options = [...MOCK, "--baseline", "gate.jsonl"];
  const written = await gate(folder.path, [...options, "--update-baseline"], script(twice));
  expect(written).toMatchObject({ exit: 0, err: expect.stringContaining("baseline: gate.jsonl (2 jobs") as string });
  expect(await gate(folder.path, options, script(twice))).toMatchObject({ exit: 0 });
  writeConfig(folder.path, "accept: [{ code: CB302, reason: the clock is meant }]\n");
  putClockIn();
  const worse = await gate(folder.path, options, script(twice));
  expect(worse).toMatchObject({ exit: 1, err: expect.stringMatching(/regressions? against gate.jsonl/) as string });
  writeFileSync(join(folder.path, "agent.js"), agent("rules"));
  const gone = await gate(folder.path, options, script([["Who sailed?", "And why?"]]));
  expect(gone).toMatchObject({ exit: 1, err: expect.stringContaining("1 regression against gate.jsonl") as string });
});

test("a body that is not JSON or cannot be decoded fails the gate, and the other requests are judged", async () => {
  const [program, type, flag, code] = script(twice);
  const bad = `await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: "{" });`;
  const packed = bad.replace('body: "{"', 'body: "packed", headers: { "content-encoding": "gzip, gzip" }');
  const printed = await gate(folder.path, MOCK, [program, type, flag, `${code} ${bad}`] as string[]);
  expect(printed.exit).toBe(1);
  expect(printed.out).toMatch(/check judged failed\s.*not judged: 3: /s);
  expect(lastLine(printed.out)).toMatch(/1 pair compared/);
  const lost = await gate(folder.path, MOCK, [program, type, flag, `${code} ${packed}`] as string[]);
  expect(lost.exit).toBe(1);
  expect(lost.out.replaceAll(/\s+/g, " ")).toContain("not judged: 3: the body of POST /v1/messages could not be read");
});

test("gate runs in continuous integration and keeps the traffic where --out says", async () => {
  const command = ["gate", ...MOCK, "--out", "seen", "--", ...script(twice)];
  const printed = await runForkproof(command, folder.path, { CI: "true" });
  expect(printed).toMatchObject({ exit: 0, err: expect.stringContaining("recorded 2 exchanges: seen") as string });
  expect(await runForkproof(["inspect", "seen"], folder.path)).toMatchObject({ exit: 0 });
  expect(await runForkproof(command, folder.path)).toMatchObject({
    exit: 2,
    err: expect.stringContaining("HX230") as string,
  });
});

test.each([
  { options: [], said: "judged 2 exchanges, 2 cut\n" },
  { options: ["--out", "half"], said: "recorded 2 exchanges, 2 cut: half\n" },
])("gate says how many answers the provider has cut off: $said", async ({ options, said }) => {
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write("{", () => response.destroy());
  });
  const ask = `await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: '{"model":"claude-sonnet-4-6","messages":[{"role":"user","content":"Who sailed?"}]}' }).then((answer) => answer.text()).catch(() => {});`;
  const [program, type, flag] = script([]);
  const command = [program, type, flag, `${ask} ${ask}`] as string[];
  const printed = await gate(folder.path, ["--upstream", upstream.url.href, ...options], command);
  expect(printed).toMatchObject({ exit: 1, err: expect.stringContaining(said) as string });
});

test("a command that cannot be started leaves no report that says passed", async () => {
  await gate(folder.path, MOCK, script(twice));
  const printed = await gate(folder.path, MOCK, ["./no-such-program"]);
  expect(printed).toMatchObject({ exit: 2, err: expect.stringContaining("HX509") as string });
  expect(resultOf(readFileSync(join(folder.path, "reports/gate.json"), "utf8"))).toMatchObject({ outcome: "errored" });
});

test("a command that ends its own gate ends it as interrupted, with a report", async () => {
  const [program, type, flag, code] = script(twice);
  const printed = await gate(folder.path, MOCK, [
    program,
    type,
    flag,
    `${code} process.kill(process.ppid, "SIGTERM");`,
  ] as string[]);
  expect(printed.exit).toBe(130);
  expect(resultOf(readFileSync(join(folder.path, "reports/gate.json"), "utf8"))).toMatchObject({
    outcome: "interrupted",
  });
});

type Job = {
  readonly id: string;
  readonly outcome: { readonly status: string };
  readonly checks: readonly { readonly examined: object }[];
  readonly judgements: readonly object[];
};

function resultOf(text: string): { readonly outcome: string; readonly jobs: readonly Job[] } {
  return JSON.parse(text);
}
