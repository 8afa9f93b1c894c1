import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import runResultSchema from "../../harness/report/run-result.schema.json" with { type: "json" };
import { type Printed, programFor } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

/** Says who it is once it runs, by a file that is there whole or not at all. */
const tellsPid = `
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const file = join(import.meta.dirname, "waiting");
writeFileSync(file + ".draft", String(process.pid));
renameSync(file + ".draft", file);
`;

/** Forks that never end: a command that waits, and a module whose loop lets nothing else run. */
const endless: Readonly<Record<"command" | "module", { readonly code: string; readonly fork: object }>> = {
  command: {
    code: `${tellsPid}setInterval(() => {}, 1_000_000);`,
    fork: { command: [process.execPath, "endless.mjs"] },
  },
  module: {
    code: `${tellsPid}export default async () => { for (;;); };`,
    fork: { subject: "endless.mjs", prompt: "Wait." },
  },
};

/** Writes `scenarios/` with a case that passes, one whose fork runs until it is killed, and another that would pass. */
export function writeWaitingRun(folder: string, kind: keyof typeof endless = "command"): void {
  const into = join(folder, "scenarios");
  mkdirSync(into);
  writeTraffic(into);
  const { code, fork } = endless[kind];
  writeFileSync(join(into, "endless.mjs"), code);
  const source = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  const cases = [
    clean("first"),
    { name: "waits", timeout: "1h", parent: source, fork, provider: { script: [{ text: "-" }] } },
    clean("last"),
  ];
  for (const [at, each] of cases.entries()) writeFileSync(join(into, `${at}.yaml`), stringify(each));
}

function clean(name: string): object {
  const expected = { verdict: "byte-identical", findings: [] };
  const pair = { parent: { source: "traffic.jsonl", exchange: "2" }, fork: { recorded: { exchange: "3" } } };
  return { name, ...pair, expect: expected };
}

/** A CLI process that runs, and how it will have ended: `exit` is -1 where a signal ended it. */
export type Started = { readonly child: ChildProcess; readonly ended: Promise<Printed> };

export function startForkproof(args: readonly string[], folder: string, nodeOptions: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...nodeOptions, programFor(nodeOptions), ...args], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (err += bytes.toString()));
  const ended = new Promise<Printed>((settle) => {
    child.on("close", (code) => settle({ exit: code ?? -1, out, err }));
  });
  return { child, ended };
}

/** The process that waits, as soon as it does. It outlives a run that is killed, so that it ends with the test. */
export async function waitingProcess(folder: string): Promise<number> {
  const file = join(folder, "scenarios/waiting");
  await expect.poll(() => existsSync(file)).toBe(true);
  const pid = Number(readFileSync(file, "utf8"));
  onTestFinished(() => endProcess(pid));
  return pid;
}

export function endProcess(pid: number): void {
  if (runs(pid)) process.kill(pid, "SIGKILL");
}

export function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Compiled at the first report: that takes as long as a run. */
let validate: ValidateFunction<RunResult> | null = null;

/** A report that parses and keeps its published schema. */
export function readReport(path: string): RunResult {
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  validate ??= new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema] }).compile<RunResult>(
    runResultSchema,
  );
  const isWhole = validate(document);
  expect(validate.errors).toBeNull();
  if (!isWhole) throw new Error("a report without errors is whole");
  return document;
}
