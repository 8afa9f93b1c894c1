import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { autoConfig, runVitest, writeVitestProject } from "./vitest-project.ts";

const agent = `import { mockProvider } from "forkproof/testing";

export async function run(extra) {
  await using mock = await mockProvider({ script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }] } });
  const ask = async (messages, more) => {
    const system = [{ type: "text", text: "Notes. ".repeat(4000) + more, cache_control: { type: "ephemeral" } }];
    const response = await mock.fetch("https://api.anthropic.com/v1/messages", {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "any", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 64, system, messages }),
    });
    await response.json();
  };
  const first = { role: "user", content: "Who sailed?" };
  await ask([first], "");
  await ask([first, { role: "assistant", content: "Anna did." }, { role: "user", content: "Which notes hold?" }], extra);
}
`;

const skipped = `import { test } from "vitest";
import { run } from "./agent.js";

await run("You are a fork.");
test.skip("is skipped, and its file ran the agent", () => undefined);
`;

const checked = `import { beforeAll, test } from "vitest";
import { run } from "./agent.js";

await run("");
beforeAll(() => run(""));
test("sound", () => run(""));
`;

test("forkproof/vitest/auto fails a run for a file whose tests are all skipped, but whose top level runs its agent", async () => {
  const folder = temporaryFolder();
  const files = { "agent.js": agent, "skipped.test.js": skipped, "checked.test.js": checked };
  writeVitestProject(folder, { ...files, "vitest.config.js": autoConfig });
  const { exit, said, tests } = await runVitest(folder);
  expect([exit, tests.get("sound")]).toEqual([1, "passed"]);
  expect(said).toMatch(
    /HX544 forkproof\/vitest\/auto: files whose tests are all skipped .*\n {2}.*\/skipped\.test\.js\nfix: /,
  );
  const excused = await runVitest(folder, [], { FORKPROOF_MAY_COMPARE_NOTHING: "1" });
  expect([excused.exit, excused.said]).toEqual([0, expect.stringContaining("/skipped.test.js\n")]);
  const other = await runVitest(folder, ["checked.test.js"]);
  expect([other.exit, other.said]).toEqual([0, expect.not.stringContaining("HX544")]);
});
