import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { autoConfig, runVitest, type VitestRun, writeVitestProject } from "./vitest-project.ts";

/** Replacements that code under test leaves, by the method of the language. */
const LEFT = {
  "Array.prototype.flatMap": "() => []",
  "Array.prototype.toSorted": "() => []",
  "String.prototype.endsWith": "() => true",
  "Buffer.prototype.compare": "() => 0",
} as const;

let folder: TempFolder;
let run: VitestRun;
beforeAll(async () => {
  folder = makeTempFolder();
  const files = Object.entries(LEFT).map(([method, by], at) => [`left-${at}.test.js`, fileOf(method, by)]);
  writeVitestProject(folder.path, { ...Object.fromEntries(files), "vitest.config.js": autoConfig });
  run = await runVitest(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

test.each(Object.keys(LEFT))("a test that leaves %s replaced still fails for its broken fork", (method) => {
  expect(run.tests.get(`breaks, and leaves ${method}`)).toMatch(
    /HX544 a turn or fork of this test breaks[\s\S]*CB30\d/,
  );
  expect(run.tests.get(`finds what was left in ${method}`)).toBe("passed");
});

test("and the run fails", () => {
  expect(run.exit).toBe(1);
});

/** The second test sees the method that the first one left: nothing is put back for good. */
function fileOf(method: string, by: string): string {
  return `import { recordExchanges } from "forkproof/testing";
import { expect, test } from "vitest";

const ANSWER = [{ type: "text", text: "Anna did." }];
const fake = async () => Response.json({ type: "message", role: "assistant", content: ANSWER, stop_reason: "end_turn" });
const left = ${by};
async function ask(fetch, system, messages) {
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages });
  await (await fetch("https://api.anthropic.com/v1/messages", { method: "POST", headers: { "content-type": "application/json" }, body })).json();
}

const own = ${method};
test("breaks, and leaves ${method}", async () => {
  const { fetch } = recordExchanges({ fetch: fake });
  const first = [{ role: "user", content: "Who sailed to Kiel?" }];
  await ask(fetch, "You keep notes.", first);
  await ask(fetch, "You are a fork.", [...first, { role: "assistant", content: ANSWER }, { role: "user", content: "When?" }]);
  ${method} = left;
});
test("finds what was left in ${method}", () => {
  const found = ${method} === left;
  ${method} = own;
  expect(found).toBe(true);
});
`;
}
