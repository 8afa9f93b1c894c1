import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";

const folder = mkdtempSync(join(tmpdir(), "forkproof-bad-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "sk-ant-api03-AbCdEfGh1234567890abcdef12345678";
const MESSAGES = "/v1/messages";
const said = (text: string, system = "s"): string =>
  JSON.stringify({ model: "claude-sonnet-4-5", system, messages: [{ role: "user", content: text }] });
const line = (seq: number, path: string, body: string): string =>
  JSON.stringify({ seq, method: "POST", path, headers: [], body });

writeFileSync(join(folder, "unknown.jsonl"), `${line(1, "/x", '{"a":1}')}\n${line(2, "/x", '{"a":2}')}\n`);
const chat = JSON.stringify({ model: "gpt-5.5", messages: [{ role: "user", content: "a" }] });
writeFileSync(join(folder, "two.jsonl"), `${line(1, MESSAGES, said("a"))}\n${line(2, "/v1/chat/completions", chat)}\n`);
writeFileSync(join(folder, "one.jsonl"), `${line(1, MESSAGES, said("a"))}\n`);
writeFileSync(
  join(folder, "cut.jsonl"),
  `${line(1, MESSAGES, said("a"))}\n${line(2, MESSAGES, said("b")).slice(0, 60)}`,
);
const broken = Buffer.from(`${line(1, MESSAGES, said("a"))}\n${line(2, MESSAGES, said("@@"))}\n`);
broken.set([0xff, 0xfe], broken.indexOf("@@"));
writeFileSync(join(folder, "utf8.jsonl"), broken);
const secret = (end: string): string => said("a", `Use ${KEY} ${end}.`);
writeFileSync(
  join(folder, "secret.jsonl"),
  `${line(1, MESSAGES, secret("now"))}\n${line(2, MESSAGES, secret("later"))}\n`,
);

const pair = ["--parent", "1", "--child", "2"];

test.each<readonly [name: string, args: readonly string[], exit: number, said: string]>([
  ["a body of no known wire", ["judge", "unknown.jsonl", ...pair], 2, "neither request is of a wire format"],
  ["only such bodies", ["inspect", "unknown.jsonl"], 2, "holds no request that can be compared"],
  ["two wires", ["judge", "two.jsonl", ...pair], 2, "the parent is anthropic-messages, the child openai-chat"],
  ["one request", ["judge", "one.jsonl"], 2, "holds one request"],
  ["one request to inspect", ["inspect", "one.jsonl"], 2, "holds one request"],
  ["a line that is still being written", ["inspect", "cut.jsonl"], 2, "line 2, the last, is cut off"],
  ["bytes that are not UTF-8", ["inspect", "utf8.jsonl"], 3, "line 2 is not UTF-8"],
  ["an id that is not there", ["judge", "two.jsonl", "--parent", "1", "--child", "9"], 2, 'no exchange has the id "9"'],
  [
    "a place that is not there",
    ["judge", "secret.jsonl", ...pair, "--fork-point", "/nope"],
    2,
    'no block or message at "/nope"',
  ],
])("judge or inspect rejects its input with an exit code and no stack: %s", async (_name, args, exit, words) => {
  const { exit: code, out, err } = await runForkproof(args, folder);
  expect(`${out}${err}`.replaceAll(/\s+/g, " ")).toContain(words);
  expect(`${out}${err}`).not.toMatch(/^\s+at .*\.(?:ts|js):\d/m);
  expect(code).toBe(exit);
});

test("a credential in an excerpt is masked, unless the reader asks for the text", async () => {
  const hidden = await runForkproof(["judge", "secret.jsonl", ...pair, "--json"], folder);
  expect(hidden.out).not.toContain(KEY);
  expect(hidden.out).toContain("*".repeat(KEY.length));
  expect((await runForkproof(["judge", "secret.jsonl", ...pair, "--json", "--no-redact"], folder)).out).toContain(KEY);
});
