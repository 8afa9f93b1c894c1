import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { expect } from "vitest";
import { stringify } from "yaml";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import runResultSchema from "../../harness/report/run-result.schema.json" with { type: "json" };
import { main, type Printed } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

/** Says who it is once it runs, by a file that is there whole or not at all, and waits for ever. */
const waiter = `
import { renameSync, writeFileSync } from "node:fs";
writeFileSync("waiting.draft", String(process.pid));
renameSync("waiting.draft", "waiting");
setInterval(() => {}, 1_000_000);
`;

/** Writes `scenarios/` with a case that passes, one whose command waits until it is killed, and another that would pass. */
export function writeWaitingRun(folder: string): void {
  const into = join(folder, "scenarios");
  mkdirSync(into);
  writeTraffic(into);
  writeFileSync(join(into, "waiter.mjs"), waiter);
  const command = { command: [process.execPath, "waiter.mjs"] };
  const source = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  const cases = [
    clean("first"),
    { name: "waits", timeout: "1h", parent: source, fork: command, provider: { script: [{ text: "-" }] } },
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

export function startForkproof(args: readonly string[], folder: string): Started {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: {}, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (err += bytes.toString()));
  const ended = new Promise<Printed>((settle) => {
    child.on("close", (code) => settle({ exit: code ?? -1, out, err }));
  });
  return { child, ended };
}

/** The process that waits, as soon as it does. It outlives a run that is killed: whoever kills one ends it with `endProcess`. */
export async function waitingProcess(folder: string): Promise<number> {
  const file = join(folder, "scenarios/waiting");
  await expect.poll(() => existsSync(file)).toBe(true);
  return Number(readFileSync(file, "utf8"));
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

/** A report that parses and keeps its published schema. */
export function readReport(path: string): RunResult {
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema] });
  ajv.validate(runResultSchema, document);
  expect(ajv.errors).toBeNull();
  return document as RunResult;
}
