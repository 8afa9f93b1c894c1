import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult } from "../../harness/kernel/run-result.ts";
import { runScenarios } from "../../harness/run/run-scenarios.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";

let folder: TempFolder;
let recorded: Printed;
const at = (name: string): string => join(folder.path, name);

type Parts = { readonly prompt?: string; readonly provider?: object; readonly stub?: string };

function write({ prompt = "Read every letter of 1871.", provider = {}, stub = "forty letters" }: Parts = {}): string {
  const scenario = {
    name: "replayed",
    parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" },
    fork: { strategy: "pass-through", prompt, tools: [{ name: "search_letters", returns: stub }] },
    provider: {
      mode: "replay",
      cassette: "./recorded",
      script: [{ call: { search_letters: { query: "1871" } } }, { text: "There are forty." }],
      ...provider,
    },
    expect: { verdict: "byte-identical", findings: [], firstTurn: { ratio: ">= 0.9" }, stop: "completed" },
  };
  writeFileSync(at("case.yaml"), stringify(scenario));
  return at("case.yaml");
}

async function replay(parts: Parts): Promise<JobResult> {
  const { jobs } = await runScenarios({ paths: [write(parts)], tags: [], ci: true });
  const [job] = jobs;
  if (job === undefined) throw new Error("nothing ran");
  return job;
}

function script({ checks }: JobResult): string {
  return checks.find(({ check }) => check === "script")?.observed ?? "";
}

const update = (parts: Parts, environment: Record<string, string> = {}): Promise<Printed> =>
  runForkproof(["run", write(parts), "--update"], folder.path, environment);

beforeAll(async () => {
  folder = makeTempFolder();
  for (const name of ["recorded.new", "recorded.old"]) mkdirSync(at(name));
  recorded = await update({});
});
afterAll(() => folder[Symbol.dispose]());

test("the first --update records the missing cassette", () => {
  expect(recorded.err).toContain("  + 1  POST /v1/messages");
  expect(recorded.exit).toBe(0);
});

test("a fork is served from the recording, and judged on its bytes and the recorded usage", async () => {
  const job = await replay({});
  expect(job.outcome).toEqual({ status: "passed" });
  const [fork] = job.forks;
  expect(fork?.turns.map(({ grade }) => grade)).toEqual(["reported", "reported"]);
  const answer = readFileSync(at("recorded/0002.response.sse"), "utf8");
  expect(fork?.turns[0]?.read).toBe(Number(/"cache_read_input_tokens":(\d+)/.exec(answer)?.[1]));
});

test.for([
  ["instant", { pace: "instant" }],
  ["fixed", { pace: "10s" }],
] as const)("pace %s gives the same answers in virtual time", async ([, provider]) => {
  expect((await replay({ provider })).outcome).toEqual({ status: "passed" });
});

test("another directive fails with the closest exchange, up to the first differing byte", async () => {
  const job = await replay({ prompt: "Read every letter of 1872." });
  expect(job.outcome.status).toBe("failed");
  expect(script(job)).toMatch(
    /HX301 request 2 is not in .*recorded: it differs from exchange 2 at byte \d+ \(\d+ and \d+ bytes\): …[^…]*1872[^…]*…, not …[^…]*1871/,
  );
  expect(script(job)).toContain("HX303 2 recorded exchanges were not asked for: 2, 3");
});

test("another result of a tool breaks only the second turn", async () => {
  const job = await replay({ stub: "fifty letters" });
  expect(job.outcome.status).toBe("failed");
  expect(script(job)).toContain("HX301 request 3");
  expect(script(job)).toContain("HX303 1 recorded exchanges were not asked for: 3");
});

test("each named exchange must be requested, no other one answers, and an unknown name is an error", async () => {
  const job = await replay({ provider: { exchanges: ["1", "2"] } });
  expect(script(job)).toContain("HX301 request 3 is not in");
  const unknown = await replay({ provider: { exchanges: ["1", "9"] } });
  expect(unknown.outcome).toMatchObject({ status: "errored", error: { code: "HX305" } });
});

test("--update reports the effect of a changed script, and never records in CI", async () => {
  const provider = { script: [{ text: "None." }] };
  const inCi = await update({ provider }, { CI: "true" });
  expect(inCi.exit).toBe(2);
  expect(inCi.err).toContain("HX510");
  const { err } = await update({ provider });
  expect(err).toMatch(/ {2}= 1 .*\n {2}~ 2 .*: answer differs at byte \d+.*\n {2}- 3 /);
});

test("--update leaves other files next to the cassette unchanged", () => {
  expect(readdirSync(folder.path).filter((name) => name.includes("recorded"))).toEqual([
    "recorded",
    "recorded.new",
    "recorded.old",
  ]);
});

test.for([
  ["a file", "case.yaml", /not a cassette/],
  ["a folder of other things", "others", /holds notes\.txt/],
  ["a cassette with notes in it", "noted", /holds notes\.txt/],
] as const)("--update does not replace %s", async ([, cassette, why]) => {
  mkdirSync(at("others"), { recursive: true });
  cpSync(at("recorded"), at("noted"), { recursive: true });
  for (const name of ["others/notes.txt", "noted/notes.txt"]) writeFileSync(at(name), "mine");
  const { exit, err } = await update({ provider: { cassette: `./${cassette}` } });
  expect([exit, err]).toEqual([2, expect.stringContaining("HX230")]);
  expect(err.replaceAll(/\s+/g, " ")).toMatch(why);
  expect(readFileSync(at("case.yaml"), "utf8")).toContain("name: replayed");
  expect(readFileSync(at("others/notes.txt"), "utf8") + readFileSync(at("noted/notes.txt"), "utf8")).toBe("minemine");
});
