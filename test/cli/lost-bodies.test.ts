import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";

const usage = { input_tokens: 3, cache_creation_input_tokens: 4000, cache_read_input_tokens: 0, output_tokens: 1 };
const answer = { status: 200, contentType: "application/json", body: JSON.stringify({ type: "message", usage }) };

/** One request of a growing conversation, as a recorder writes it. */
function line(seq: number, more: object = {}): string {
  const messages = Array.from({ length: 2 * seq - 1 }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `turn ${at}`,
  }));
  const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages });
  return `${JSON.stringify({ seq, method: "POST", path: "/v1/messages", headers: [], body, response: answer, ...more })}\n`;
}

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

test("a model's answer to an empty body fails every gate: the recording lost the body", async () => {
  using folder = makeTempFolder();
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder.path, name), lines.join(""));
  write("whole.jsonl", [line(1), line(2)]);
  write("lost.jsonl", [line(1), line(2), line(3, { body: "" })]);
  write("bedrock.jsonl", [line(1), line(2), line(3, { body: "", path: "/model/claude/invoke" })]);
  write("s.yaml", ["{ name: s, session: { source: lost.jsonl }, expect: { findings: [] } }\n"]);
  const run = (...args: readonly string[]): ReturnType<typeof runForkproof> => runForkproof(args, folder.path);
  const [lost, bedrock, session, compared] = await Promise.all([
    run("inspect", "lost.jsonl", "--fail-on-break"),
    run("inspect", "bedrock.jsonl", "--fail-on-break"),
    run("run", "s.yaml"),
    run("compare", "whole.jsonl", "lost.jsonl"),
  ]);
  for (const { exit, out } of [lost, bedrock]) {
    expect(lastLine(out)).toBe("failed  1 request not judged (at 3)");
    expect(exit).toBe(1);
  }
  expect(session.out).toContain("1 of 3 not judged: 3 POST /v1/messages has no body");
  expect(session.exit).toBe(1);
  expect(compared.err).toContain("HX257  Request 3 cannot be judged: POST /v1/messages has no body");
  expect(compared.exit).toBe(2);
});

test("an empty body that was refused, or sent to another path, fails no gate", async () => {
  using folder = makeTempFolder();
  const refused = { ...answer, status: 400, body: `{"type":"error","error":{"type":"invalid_request_error"}}` };
  const lines = [
    line(1),
    line(2),
    line(3, { body: "", response: refused }),
    line(4, { body: "", path: "/v1/files" }),
    line(5, { body: "", path: "/v1/messages/count_tokens" }),
  ];
  writeFileSync(join(folder.path, "t.jsonl"), lines.join(""));
  const { out, exit } = await runForkproof(["inspect", "t.jsonl", "--fail-on-break"], folder.path);
  expect(lastLine(out)).toBe("passed  1 transition compared, no break");
  expect(exit).toBe(0);
});
