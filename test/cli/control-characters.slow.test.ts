import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

/** Clears the screen, sets its title, rings, breaks the line, turns the reading direction. */
const steers = "a\u001B[2J\u001B]0;x\u0007\nb\u202Egnp\u2028\u009B31m";

const hi = { role: "user", content: "hi" };
const whole = { model: "claude-sonnet-4-5", tools: [{ name: "t", input_schema: {} }], messages: [hi] };
const bodies = [
  whole,
  { ...whole, model: steers },
  { ...whole, messages: [{ ...hi, role: steers }] },
  { ...whole, messages: [{ ...hi, [steers]: 1 }] },
  { ...whole, tools: [{ name: steers, input_schema: {}, [steers]: 1 }] },
  { ...whole, prompt_cache_key: steers },
];

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  const lines = bodies.map((body, at) => {
    const rest = { method: "POST", path: "/v1/messages", headers: [], response: null };
    return `${JSON.stringify({ seq: at + 1, ...rest, body: JSON.stringify(body) })}\n`;
  });
  writeFileSync(join(folder.path, "traffic.jsonl"), lines.join(""));
  const pairs = bodies.slice(1).map((_, at) => {
    return `${JSON.stringify({ source: "traffic.jsonl", parent: "1", child: String(at + 2) })}\n`;
  });
  writeFileSync(join(folder.path, "pairs.jsonl"), pairs.join(""));
});
afterAll(() => folder[Symbol.dispose]());

const judgeModel = ["judge", "traffic.jsonl", "--parent", "1", "--child", "2"];

test.for([
  ["inspect", ["inspect", "traffic.jsonl"]],
  ["judge", judgeModel],
  ["judge --batch", ["judge", "--batch", "pairs.jsonl"]],
  ["judge --fail-on-unknown-model", [...judgeModel, "--fail-on-unknown-model"]],
] as const)("%s makes control characters visible instead of sending them to the terminal", async ([, args]) => {
  const { out, err } = await run(args);
  expect(out + err).toContain("a␛[2J␛]0;x␇␊b<U+202E>gnp<U+2028><U+009B>31m");
  expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test("a JSON document keeps control characters as JSON escapes", async () => {
  const { out } = await run([...judgeModel, "--json"]);
  expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(steers).slice(1, -1));
});

function run(args: readonly string[]): Promise<Printed> {
  return runForkproof(args, folder.path);
}
