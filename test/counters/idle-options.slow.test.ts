import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { claudeSession } from "../support/claude-session.ts";

it.each([["--provider", "openai"], ["--all"], ["--save"], ["--html", "page.html", "--full-text"]])(
  "inspect of counters alone refuses %s, which concerns bodies",
  async (...option) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "session.jsonl"), claudeSession());
    const { exit, out, err } = await runForkproof(["inspect", "session.jsonl", ...option], folder);
    expect([exit, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toMatch(
      /HX505 --\S+ needs requests with bodies, and this recording holds counters/,
    );
    const plain = await runForkproof(["inspect", "session.jsonl"], folder);
    expect(plain.exit).toBe(0);
  },
);
