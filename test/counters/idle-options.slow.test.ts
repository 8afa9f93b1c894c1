import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";

/** Two answers in a session of Claude Code, which keeps counters and no bodies. */
const session = [0, 20_000]
  .map((read, at) => ({
    type: "assistant",
    uuid: `u${at}`,
    sessionId: "s1",
    requestId: `req_${at}`,
    timestamp: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
    message: {
      id: `msg_${at}`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [],
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: 20_000 - read,
        output_tokens: 5,
      },
    },
  }))
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");

it.each([["--provider", "openai"], ["--all"], ["--save"], ["--html", "page.html", "--full-text"]])(
  "inspect of counters alone refuses %s, which concerns bodies",
  async (...option) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "session.jsonl"), session);
    const { exit, out, err } = await runForkproof(["inspect", "session.jsonl", ...option], folder);
    expect([exit, out]).toEqual([2, ""]);
    expect(err.replace(/\s+/g, " ")).toMatch(
      /HX505 --\S+ needs requests with bodies, and this recording holds counters/,
    );
    const plain = await runForkproof(["inspect", "session.jsonl"], folder);
    expect(plain.exit).toBe(0);
  },
);
