import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { playProvider } from "./playing-provider.ts";

test("a pause that outlives the parent's entry is refused before anything is sent, without a wait", async () => {
  await using provider = await playProvider({});
  const folder = temporaryFolder();
  const scenario = (name: string, source: string, exchange: string, forkAfter: string): void =>
    writeFileSync(
      join(folder, `${name}.yaml`),
      stringify({
        name,
        parent: { source: resolve("fixtures/cassettes", source), exchange },
        fork: { strategy: "pass-through", prompt: "Who taught her? One line." },
        provider: { mode: "live", forkAfter },
      }),
    );
  scenario("expired", "scripted-parent", "reading-3", "2h");
  scenario("unmarked", "chat-parent", "three-calls", "48h");
  const run = await runForkproof(["run", folder, "--live", "--base-url", provider.baseUrl], folder, {
    ANTHROPIC_API_KEY: "sk-made-up",
    OPENAI_API_KEY: "sk-made-up",
  });
  const out = run.out.replaceAll(/\s+/g, " ");
  expect(run.exit, run.err).toBe(2);
  expect(out).toMatch(
    /HX316 a live run would wait 2 h in real time, and what the parent stores is kept for (5 min|1 h)/,
  );
  expect(out).toMatch(/HX316 a live run would wait 48 h in real time, and what the parent stores is kept for 24 h/);
  expect(out).toContain("mode: mock");
  expect(provider.requests).toEqual([]);
});
