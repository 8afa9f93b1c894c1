import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

/** Three turns of a conversation, an hour apart, each answered. */
async function inspect(...options: readonly string[]): Promise<Printed> {
  const folder = temporaryFolder();
  const lines = [0, 1, 2].map((turn) => {
    const messages = Array.from({ length: 2 * turn + 1 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `message ${at}`,
    }));
    const answer = {
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: `message ${2 * turn + 1}` }],
      usage: { input_tokens: 9, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 3 },
    };
    return JSON.stringify({
      seq: turn + 1,
      ts: `2026-11-20T0${6 + turn}:00:00.000Z`,
      method: "POST",
      path: "/v1/messages",
      headers: [["user-agent", "agent/1"]],
      body: JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 10, messages }),
      response: { status: 200, headers: [], body: JSON.stringify(answer) },
    });
  });
  writeFileSync(join(folder, "log.jsonl"), `${lines.join("\n")}\n`);
  return runForkproof(["inspect", "log.jsonl", ...options], folder);
}

test("a gate knows the answer of a parent that was sent before the time span", async () => {
  const { out } = await inspect("--fail-on-break", "--since", "2026-11-20T08:00:00Z");
  expect(out).not.toContain("no answered request was compared");
  const whole = await inspect("--fail-on-break");
  expect(whole.out).not.toContain("no answered request was compared");
});

test("a header that not one request has is named with the headers that there are", async () => {
  const { exit, err } = await inspect("--by", "header:user-agnet");
  expect(err.replaceAll(/\s+/g, " ")).toContain(
    "--by header:user-agnet: not one request has this header; they have user-agent",
  );
  expect(exit).toBe(0);
  expect((await inspect("--by", "header:User-Agent")).err).not.toContain("--by");
});
