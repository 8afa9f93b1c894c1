import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { autoConfig, runVitest, type VitestRun, writeVitestProject } from "./vitest-project.ts";

/** Files whose agent breaks a prefix where Vitest counts no test as failed. */
const HIDDEN = {
  "a hook behind the last test": `afterAll(() => breaks()); test("asks", () => keeps());`,
  "a hook of a block behind its last test": `describe("block", () => { afterAll(() => breaks()); test("asks", () => keeps()); });`,
  "the cleanup of a hook": `beforeAll(() => () => breaks()); test("asks", () => keeps());`,
  "the cleanup of a fixture of the file": `const own = test.extend({ agent: [async ({}, use) => { await use(keeps); await breaks(); }, { scope: "file" }] });
own("asks", ({ agent }) => agent());`,
  "a test that is expected to fail": `test.fails("asks", async () => { await breaks(); throw new Error("known"); });`,
  "the first attempt of a test": `let attempts = 0; test("asks", { retry: 2 }, () => (attempts++ === 0 ? breaks() : keeps()));`,
} as const;

/** Files whose agent keeps its prefix. */
const SOUND = {
  "hooks and cleanups": `beforeAll(() => () => keeps()); afterAll(() => keeps()); test("asks", () => keeps());`,
  "a test that is expected to fail": `test.fails("asks", async () => { await keeps(); throw new Error("known"); });`,
  "a test that fails once by itself": `let attempts = 0; test("asks", { retry: 2 }, async () => { await keeps(); expect(attempts++).toBe(1); });`,
} as const;

let folder: TempFolder;
const runs = new Map<string, VitestRun>();
beforeAll(async () => {
  folder = makeTempFolder();
  const written = (kind: string, files: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
    Object.values(files).map((text, at) => [`${kind}-${at}.test.js`, `${HEAD}${text}\n`]);
  writeVitestProject(folder.path, {
    "agent.js": agent,
    "vitest.config.js": autoConfig,
    ...Object.fromEntries([...written("hidden", HIDDEN), ...written("sound", SOUND)]),
  });
  for (const order of ["stack", "list"]) {
    runs.set(order, await runVitest(folder.path, [`--sequence.hooks=${order}`]));
  }
});
afterAll(() => folder[Symbol.dispose]());

test.each(["stack", "list"])("hooks in the order %s: a break that no failed test shows fails its file", (order) => {
  const run = runs.get(order);
  const failures = Object.keys(HIDDEN).map((what, at) => [what, run?.files.get(`hidden-${at}.test.js`)]);
  expect(failures).toEqual(
    Object.keys(HIDDEN).map((what) => [what, expect.stringMatching(/HX544[\s\S]*breaks its parent's prefix/)]),
  );
  expect(run?.exit).toBe(1);
});

test.each(["stack", "list"])("hooks in the order %s: a file whose agents keep their prefix passes", (order) => {
  const failures = Object.keys(SOUND).map((what, at) => [what, runs.get(order)?.files.get(`sound-${at}.test.js`)]);
  expect(failures).toEqual(Object.keys(SOUND).map((what) => [what, ""]));
});

const HEAD = `import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breaks, keeps } from "./agent.js";
`;

const agent = `import { recordExchanges } from "forkproof/testing";
const ANSWER = [{ type: "text", text: "Anna did." }];
const fake = async () => Response.json({ type: "message", role: "assistant", content: ANSWER, stop_reason: "end_turn" });
async function ask(fetch, system, messages) {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages });
  await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", headers: { "content-type": "application/json" }, body })).json();
}
async function run(system) {
  const { fetch } = recordExchanges({ fetch: fake });
  const first = [{ role: "user", content: "Who sailed to Kiel?" }];
  await ask(fetch, "You keep notes.", first);
  await ask(fetch, system, [...first, { role: "assistant", content: ANSWER }, { role: "user", content: "When?" }]);
}
export const keeps = () => run("You keep notes.");
export const breaks = () => run("You are a fork.");
`;
