import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";

const usage = { input_tokens: 3, cache_creation_input_tokens: 4000, cache_read_input_tokens: 0, output_tokens: 1 };
const answer = { status: 200, contentType: "application/json", body: JSON.stringify({ type: "message", usage }) };

/** One request of a growing conversation, as a recorder writes it. */
function line(seq: number, host: string, more: object): string {
  const turns = Array.from({ length: 2 * seq - 1 }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `turn ${at}`,
  }));
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: turns });
  const headers = [["host", host]];
  return `${JSON.stringify({ seq, method: "POST", path: "/v1/messages", headers, body, response: answer, ...more })}\n`;
}

test("usage that a script may have produced is ignored, and a line says how many answers and how to count them", async () => {
  using folder = makeTempFolder();
  const lines = [
    line(1, "127.0.0.1:4010", {}),
    line(2, "[::1]:4010", {}),
    line(3, "127.0.0.1:4010", { response: null }),
    line(4, "127.0.0.1:4010", { response: { ...answer, body: "{}" } }),
    line(5, "127.0.0.1:4010", { usageScripted: false }),
    line(6, "api.anthropic.com", {}),
    line(7, "api.anthropic.com", { usageScripted: true }),
  ];
  writeFileSync(join(folder.path, "t.jsonl"), lines.join(""));
  const run = (...args: readonly string[]): ReturnType<typeof runForkproof> => runForkproof(args, folder.path);
  const [json, text, judged, simulated] = await Promise.all([
    run("inspect", "t.jsonl", "--json"),
    run("inspect", "t.jsonl"),
    run("judge", "t.jsonl", "--parent", "1", "--child", "2"),
    run("simulate", "t.jsonl", "--json"),
  ]);
  const { exchanges, totals }: { exchanges: readonly Record<string, unknown>[]; totals: unknown } = JSON.parse(
    json.out,
  );
  const set = ["set-aside", "set-aside", "no-answer", "not-reported", null, null, "set-aside"];
  expect(exchanges.map(({ uncounted }) => uncounted)).toEqual(set);
  expect(exchanges.map((each) => each["usage"] !== null)).toEqual(set.map((why) => why === null));
  expect(totals).toMatchObject({ uncounted: { "no-answer": 1, "set-aside": 3, "not-reported": 1 } });
  expect(text.out.replaceAll(/\s+/g, " ")).toContain(
    "unknown in 5 requests (no answer recorded for 1 request, usage of 3 requests ignored, since a script may have invented it, no usage reported for 1 request)",
  );
  const said = (count: string): string =>
    `t.jsonl: usage of ${count} is ignored, since a script may have produced it; set "usageScripted": false on a line to count it`;
  const unwrapped = (err: string): string => err.replaceAll(/\s+/g, " ");
  expect([unwrapped(text.err), unwrapped(judged.err)]).toEqual([
    expect.stringContaining(said("3 answers")),
    expect.stringContaining(said("2 answers")),
  ]);
  expect(unwrapped(simulated.err)).toContain(said("3 answers"));
  expect(JSON.parse(simulated.out).summary.all.setApart).toMatchObject({ "scripted usage": 3, "no usage reported": 2 });
});
