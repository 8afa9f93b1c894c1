import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const asked = { role: "user", content: "What is in notes.md?" };
const call = { role: "assistant", content: [{ type: "tool_use", id: "tu_1", name: "read_file", input: {} }] };

test("a pair of two wire formats cannot be compared, and judge exits 2", async () => {
  write("/v1/messages", { model: "claude-sonnet-4-5", max_tokens: 9, messages: [asked] }, "w");
  write("/v1/chat/completions", { model: "gpt-5.4", messages: [asked] }, "a");
  const { exit, out } = await judge();
  expect(JSON.parse(out)).toMatchObject({ verdict: "not-comparable" });
  expect(exit).toBe(2);
});

test("a fork that is byte-identical and leaves a call unanswered is invalid, and judge exits 1", async () => {
  const parent = { model: "claude-sonnet-4-5", max_tokens: 9, messages: [asked] };
  write("/v1/messages", parent, "w");
  write("/v1/messages", { ...parent, messages: [asked, call, { role: "user", content: "Go on." }] }, "a");
  const { exit, out } = await judge();
  const { verdict, reusable, findings } = JSON.parse(out);
  expect([verdict, reusable]).toEqual(["byte-identical", "no"]);
  expect(findings.map(({ role }: { readonly role: string }) => role)).toContain("invalid");
  expect(findings.map(({ role }: { readonly role: string }) => role)).not.toContain("cause");
  expect(exit).toBe(1);
});

test("a scenario whose parent and fork are one request is refused, since it compares nothing", async () => {
  writeTraffic(folder.path);
  const text =
    'name: x\nparent: { source: traffic.jsonl, exchange: "2" }\nfork: { recorded: { exchange: "2" } }\nexpect: { verdict: byte-identical }\n';
  writeFileSync(join(folder.path, "x.yaml"), text);
  const { exit, out } = await runForkproof(["run", "x.yaml", "--report", "r.json"], folder.path);
  expect(out).toContain("HX255");
  expect(exit).toBe(2);
});

function write(path: string, body: object, flag: "w" | "a"): void {
  const line = {
    seq: flag === "w" ? 1 : 2,
    method: "POST",
    path,
    headers: [],
    body: JSON.stringify(body),
    response: null,
  };
  writeFileSync(join(folder.path, "t.jsonl"), `${JSON.stringify(line)}\n`, { flag });
}

function judge(): ReturnType<typeof runForkproof> {
  return runForkproof(["judge", "t.jsonl", "--parent", "1", "--child", "2", "--json"], folder.path);
}
