import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

/** A line of a Claude Code session: counters without the prompt that they are of. */
const answer = (at: number): string => {
  const usage = { input_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 20_000, output_tokens: 5 };
  return `${JSON.stringify({
    type: "assistant",
    uuid: `u${at}`,
    sessionId: "s1",
    requestId: `req_${at}`,
    timestamp: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
    message: { id: `msg_${at}`, role: "assistant", model: "claude-sonnet-4-5", content: [], usage },
  })}\n`;
};

it.for([
  ["the default limit", [], 3, "HX213"],
  ["--max-damaged 50", ["--max-damaged", "50"], 0, "left out"],
  ["--fail-on-unknown-model", ["--max-damaged", "50", "--fail-on-unknown-model"], 2, "HX252"],
] as const)("inspect of counters and a damaged line obeys %s", async ([, options, expected, said]) => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "session.jsonl"), `${answer(1)}${answer(2)}{"type":\n${answer(3)}`);
  const { exit, out, err } = await runForkproof(["inspect", "session.jsonl", ...options], folder.path);
  expect([exit, err]).toEqual([expected, expect.stringContaining(said)]);
  expect(out === "").toBe(expected !== 0);
});
