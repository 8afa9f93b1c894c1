import { chmodSync, cpSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: TempFolder;
beforeAll(async () => {
  folder = makeTempFolder();
  writeScenarios(folder.path);
  await runForkproof(["import", "scenarios/traffic.jsonl", "--out", "cassette"], folder.path);
});
afterAll(() => folder[Symbol.dispose]());

type Case = {
  readonly bad: string;
  /** By path. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly prepare?: () => void;
  readonly args: readonly string[];
  /** Code, exit code and place. */
  readonly told: string;
};

const scenario = `name: one
parent: { source: ../scenarios/traffic.jsonl, exchange: "2" }
fork: { recorded: { exchange: "3" } }
expect: { verdict: byte-identical }
`;

/** A traffic file that holds one request twice, whose body need not be text. */
const sent = (body: string | Buffer): Buffer => Buffer.concat([lineOf(1, body), lineOf(2, body)]);
const lineOf = (seq: number, body: string | Buffer): Buffer => {
  const rest = { method: "POST", path: "/v1/messages", headers: [], body: "BODY", response: null };
  const [head = "", tail = ""] = JSON.stringify({ seq, ...rest }).split("BODY");
  return Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from(`${tail}\n`)]);
};
const quoted = (body: string): string => JSON.stringify(body).slice(1, -1);
const whole = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
const pairOf = (path: string): readonly string[] => ["judge", path, "--parent", "1", "--child", "2"];

/** A copy of the good cassette with one body cut or stretched to `bytes`. */
const damaged = (file: string, bytes: number) => (): void => {
  cpSync(join(folder.path, "cassette"), join(folder.path, "damaged"), { recursive: true });
  truncateSync(join(folder.path, "damaged", file), bytes);
};

const cases: readonly Case[] = [
  { bad: "missing folder", args: ["run", "nowhere"], told: "HX511, exit 2, at nowhere" },
  {
    bad: "empty folder",
    prepare: () => mkdirSync(join(folder.path, "empty")),
    args: ["run", "empty"],
    told: "HX130, exit 2, at empty",
  },
  {
    bad: "nothing selected",
    args: ["run", "scenarios/clean.yaml", "--tag", "no-such"],
    told: "HX135, exit 2, at no place",
  },
  {
    bad: "YAML syntax",
    files: { "bad/syntax.yaml": "name: [one\nexpect: {" },
    args: ["run", "bad/syntax.yaml"],
    told: "HX101, exit 2, at bad/syntax.yaml:2:1",
  },
  {
    bad: "unknown key",
    files: { "bad/key.yaml": `${scenario}expct: 1\n` },
    args: ["run", "bad/key.yaml"],
    told: "HX110, exit 2, at bad/key.yaml:5:1",
  },
  {
    bad: "wrong type",
    files: { "bad/type.yaml": `${scenario}tags: smoke\n` },
    args: ["run", "bad/type.yaml"],
    told: "HX112, exit 2, at bad/type.yaml:5:7",
  },
  {
    bad: "two scenarios of one name",
    files: { "twins/one.yaml": scenario, "twins/two.yaml": scenario },
    args: ["run", "twins"],
    told: "HX132, exit 2, at twins/one.yaml:1:7 and twins/two.yaml:1:7",
  },
  { bad: "missing source", args: ["judge", "gone.jsonl"], told: "HX201, exit 2, at gone.jsonl" },
  {
    bad: "unknown id",
    args: ["judge", "scenarios/traffic.jsonl", "--parent", "2", "--child", "33"],
    told: "HX207, exit 2, at scenarios/traffic.jsonl",
  },
  {
    bad: "truncated body",
    files: { "bad/cut.jsonl": sent(quoted(whole.slice(0, -4))) },
    args: pairOf("bad/cut.jsonl"),
    told: "HX250, exit 3, at request 1, byte 53 (line 1, column 54)",
  },
  {
    bad: "body that is not JSON",
    files: { "bad/text.jsonl": sent("hello") },
    args: pairOf("bad/text.jsonl"),
    told: "HX250, exit 3, at request 1, byte 0 (line 1, column 1)",
  },
  {
    bad: "invalid UTF-8",
    files: {
      "bad/utf8.jsonl": sent(Buffer.concat([Buffer.from(quoted(whole.slice(0, -6))), Buffer.from([0xff, 0xfe])])),
    },
    args: pairOf("bad/utf8.jsonl"),
    told: "HX204, exit 3, at bad/utf8.jsonl, line 1 (byte offset 132)",
  },
  {
    bad: "changed sha256",
    prepare: damaged("0001.request.json", 100),
    args: pairOf("damaged"),
    told: "HX225, exit 3, at damaged/0001.request.json",
  },
  {
    bad: "body of 200 MB",
    prepare: damaged("0002.request.json", 200_000_000),
    args: ["judge", "damaged", "--parent", "1", "--child", "2"],
    told: "HX514, exit 3, at damaged/0002.request.json",
  },
];

test.for(cases)("the message names a fix for: $bad", async ({ files = {}, prepare, args, told }) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder.path, path, ".."), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  prepare?.();
  const { exit, out, err } = await runForkproof(args, folder.path);
  expect(out).toBe("");
  const code = /^HX\d{3}(?= {2}\S)/m.exec(err)?.[0];
  const where = /^ {7}where {2}(.+)$/m.exec(err)?.[1] ?? "no place";
  expect(`${code}, exit ${exit}, at ${where}`).toBe(told);
  expect(err).toMatch(/^ {7}fix {4}\S/m);
  expect(err).not.toMatch(/\n\s+at .+:\d+/);
});

// The super-user may read everything, so there is nothing to refuse.
test.skipIf(process.getuid?.() === 0)("the message names a fix for an unreadable file", async () => {
  const path = join(folder.path, "unreadable.jsonl");
  writeFileSync(path, sent(quoted(whole)));
  chmodSync(path, 0o000);
  const { exit, err } = await runForkproof(pairOf("unreadable.jsonl"), folder.path);
  expect(exit).toBe(3);
  expect(err).toMatch(/^HX513 {2}no permission/m);
});
