import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";

import { parentBody } from "../mock/anthropic-body.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const FULL = "HX516  cannot be written (ENOSPC)\n       where  /dev/full\n";

test("record --html on a full disk keeps the cassette, shows the verdict, and exits with 3", async () => {
  const client = `
const first = ${JSON.stringify(parentBody)};
const turns = [...first.messages, { role: "assistant", content: "Three." }, { role: "user", content: "And now?" }];
for (const body of [first, { ...first, messages: turns }]) {
  const sent = { method: "POST", headers: { "anthropic-version": "2023-06-01" }, body: JSON.stringify(body) };
  await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", sent).then((answer) => answer.text());
}`;
  writeFileSync(join(folder, "client.mjs"), client);
  writeFileSync(join(folder, "script.json"), JSON.stringify([{ text: "Three." }, { text: "Rain." }]));
  const options = ["--mock", "script.json", "--out", "kept", "--html", "/dev/full"];
  const record = ["record", ...options, "--", process.execPath, "client.mjs"];
  const { exit, out, err } = await runForkproof(record, folder);
  expect([exit, err]).toEqual([3, expect.stringContaining(FULL)]);
  expect(out).toContain("No break by the client in 1 compared request.");
  expect(existsSync(join(folder, "kept/cassette.yaml"))).toBe(true);
});

test("inspect --html of counters alone on a full disk shows their timeline, and exits with 3", async () => {
  const line = (read: number, at: number): string => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: 900,
      output_tokens: 5,
    };
    const message = { id: `msg_${at}`, role: "assistant", model: "claude-sonnet-4-5", content: [], usage };
    const timestamp = new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();
    return `${JSON.stringify({ type: "assistant", uuid: `u${at}`, sessionId: "s1", requestId: `r${at}`, timestamp, message })}\n`;
  };
  writeFileSync(join(folder, "session.jsonl"), [0, 20_000].map(line).join(""));
  const { exit, out, err } = await runForkproof(["inspect", "session.jsonl", "--html", "/dev/full"], folder);
  expect([exit, err]).toEqual([3, expect.stringContaining(FULL)]);
  const plain = await runForkproof(["inspect", "session.jsonl"], folder);
  expect([plain.exit, out]).toEqual([0, plain.out]);
});
