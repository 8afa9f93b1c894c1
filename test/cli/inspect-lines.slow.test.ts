import { Ajv } from "ajv";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import countersSchema from "../../harness/report/counters.schema.json" with { type: "json" };
import inspectionSchema from "../../harness/report/inspection.schema.json" with { type: "json" };
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import { main, runForkproof } from "./run-forkproof.ts";

const fixtures = resolve(import.meta.dirname, "../../fixtures/cassettes");
const validate = new Ajv({ allowUnionTypes: true, schemas: [judgementSchema, countersSchema] }).compile(
  inspectionSchema,
);

type Line = { readonly type: string; readonly id?: string };

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => folder[Symbol.dispose]());

test.for(["coding-agent", "session-counted"])(
  "the lines of inspect --jsonl for %s add up to the document of --json, which its schema accepts",
  async (name) => {
    const source = join(fixtures, name);
    const whole = await runForkproof(["inspect", source, "--json"], folder.path);
    const { exit, out } = await runForkproof(["inspect", source, "--jsonl"], folder.path);
    expect(exit).toBe(0);
    const lines = out
      .trim()
      .split("\n")
      .map((line): Line => JSON.parse(line));
    const exchanges = new Map<string, object>();
    for (const { type, ...members } of lines.slice(0, -1)) {
      const { id = "" } = members;
      expect(exchanges.has(id), `${type} ${id}`).toBe(type === "settled");
      exchanges.set(id, { ...exchanges.get(id), ...members });
    }
    const { type, ...recording } = lines.at(-1) ?? { type: "no line" };
    expect(type).toBe("inspection");
    const document = { ...recording, exchanges: [...exchanges.values()] };
    expect(document).toEqual(JSON.parse(whole.out));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  },
);

test.for([
  ["it ends without an error", [], 0, /^$/],
  ["--fail-on-break still judges the rest", ["--fail-on-break"], 3, /HX209/],
] as const)("inspect --jsonl prints before all is read; if its reader leaves, %s", async ([, options, ends, said]) => {
  const request = (text: string): string =>
    JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: text }] });
  const line = (seq: number): string =>
    JSON.stringify({
      seq,
      method: "POST",
      path: "/v1/messages",
      headers: [],
      body: request(`${seq} ${"word ".repeat(2000)}`),
      response: null,
    });
  const log = join(folder.path, "long.jsonl");
  // Read to the end, it fails: so many of its last lines have no body.
  const damaged = (at: number): string => line(at + 1).replace('"body":"', '"body":7,"other":"');
  writeFileSync(log, Array.from({ length: 2000 }, (_, at) => `${at < 1600 ? line(at + 1) : damaged(at)}\n`).join(""));
  const child = spawn(process.execPath, [main, "inspect", log, "--jsonl", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [read, errors] = ["", ""];
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const exit = await new Promise((settle) => {
    child.stdout.once("data", (text: Buffer) => {
      read = text.toString();
      child.stdout.destroy();
    });
    child.on("close", settle);
  });
  expect(read).toMatch(/^\{.*"type":"exchange"/);
  expect(read).not.toContain('"type":"inspection"');
  expect([exit, errors]).toEqual([ends, expect.stringMatching(said)]);
});

test("inspect --jsonl refuses options that need all requests first", async () => {
  const { exit, err } = await runForkproof(["inspect", "x.jsonl", "--jsonl", "--all"], folder.path);
  expect([exit, err]).toEqual([2, expect.stringContaining("HX505")]);
});

test("inspect --jsonl --fail-on-break prints only lines of JSON on stdout, and its verdict on stderr", async () => {
  const source = join(fixtures, "coding-agent");
  const { exit, out, err } = await runForkproof(["inspect", source, "--jsonl", "--fail-on-break"], folder.path);
  expect(exit).toBe(1);
  const types = out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as Line).type);
  expect(types.at(-1)).toBe("inspection");
  expect(err).toMatch(/^failed {2}/m);
});
