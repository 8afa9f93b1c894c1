import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { main, type Printed, runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";
import { readReport, startForkproof, waitingProcess, writeWaitingRun } from "./waiting-run.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeWaitingRun(folder);
});

const clean = (...args: readonly string[]): Promise<Printed> =>
  runForkproof(["run", "scenarios/0.yaml", ...args], folder);
const at = (path: string): string => join(folder, path);
const lockOf = (owner: object): string => `${JSON.stringify(owner)}\n`;
const ids = { dead: "0123456789ab", other: "ba9876543210" };

test.for([
  ["a folder", () => mkdirSync(at("there")), "there", /^HX516 {2}cannot be written: this is a folder\n/],
  [
    "a read-only file",
    () => {
      writeFileSync(at("there"), "old");
      chmodSync(at("there"), 0o444);
    },
    "there",
    /^HX513 {2}no permission: /,
  ],
  [
    "a path through a file",
    () => writeFileSync(at("there"), "old"),
    "there/report.json",
    /^HX516 {2}cannot be written /,
  ],
  ["a folder that cannot be made", () => {}, "/proc/forkproof/report.json", /^HX516 {2}cannot be written /],
] as const)(
  "%s at the report's path ends the run before its first job, with exit code 3",
  async ([, put, path, says]) => {
    put();
    const printed = await runForkproof(["run", "--report", path], folder);
    expect(printed).toMatchObject({ exit: 3, out: "", err: expect.stringMatching(says) });
    expect(printed.err).toContain(`where  ${path}`);
    // The second case would wait for ever.
    expect(existsSync(at("scenarios/waiting"))).toBe(false);
  },
);

test("a report that cannot be written at the end leaves the results on stdout, with exit code 3", async () => {
  const printed = await clean("--json", "--report", "/dev/full");
  expect(printed.exit).toBe(3);
  expect(printed.err).toMatch(/^HX516 {2}cannot be written \(ENOSPC\)\n {7}where {2}\/dev\/full\n/);
  expect(JSON.parse(printed.out)).toMatchObject({ outcome: "passed" });
});

test("a page that cannot be written leaves the incidents on stdout, with exit code 3", async () => {
  writeTraffic(folder);
  const [whole, full] = [
    await runForkproof(["inspect", "traffic.jsonl"], folder),
    await runForkproof(["inspect", "traffic.jsonl", "--html", "/dev/full"], folder),
  ];
  expect(whole.out).toContain("CB202");
  expect(full).toMatchObject({
    exit: 3,
    out: whole.out,
    err: expect.stringContaining("HX516  cannot be written (ENOSPC)"),
  });
});

test("a pipe without a reader as the report ends the run before its first job, with exit code 3", () => {
  spawnSync("mkfifo", [at("pipe")]);
  const args = [main, "run", "--report", "pipe"];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  expect(stderr).toMatch(/^HX516 {2}cannot be written \(ENXIO\)\n {7}where {2}pipe\n/);
  expect(status).toBe(3);
  expect(existsSync(at("scenarios/waiting"))).toBe(false);
});

test("a module that replaces the report's folder with a file does not lose the results, and the run exits with 3", async () => {
  const code = `import { rmSync, writeFileSync } from "node:fs";
export default async () => {
  rmSync("reports", { recursive: true });
  writeFileSync("reports", "");
};`;
  writeFileSync(at("scenarios/module.mjs"), code);
  const source = resolve("fixtures/cassettes/scripted-parent");
  const fork = `parent: { source: ${source}, exchange: reading-3 }\nfork: { subject: module.mjs, prompt: go }\n`;
  writeFileSync(at("scenarios/3.yaml"), `name: module\n${fork}provider: { script: [{ text: A pilot. }] }\n`);
  const printed = await runForkproof(["run", "scenarios/3.yaml", "--json"], folder);
  expect(printed).toMatchObject({ exit: 3, err: expect.stringMatching(/^HX516 {2}cannot be written/) });
  expect(printed.err).not.toContain("HX999");
  expect(JSON.parse(printed.out)).toMatchObject({ outcome: "failed", summary: { jobs: 1 } });
});

test("a report into a pipe is written once, without a lock", () => {
  // The shell's pipe: Node gives a child a socket, which cannot be opened by path.
  const args = ["-c", '"$@" | cat', "sh", process.execPath, main, "run", "scenarios/0.yaml", "--report", "/dev/stdout"];
  const { stdout } = spawnSync("sh", args, { cwd: folder, encoding: "utf8" });
  expect(stdout.match(/"outcome": "(interrupted|errored|failed|passed)"/g)).toEqual(['"outcome": "passed"']);
  expect(readdirSync(folder)).toEqual(["scenarios"]);
});

test.for([
  [
    "run scenarios/0.yaml",
    "--report",
    "/dev/stdout",
    /^\{\n {2}"schema": "forkproof\/run-result@[^]*^passed {2}1 job/m,
  ],
  [
    "run scenarios/long.yaml",
    "--report",
    "/dev/fd/1",
    /^\{\n {2}"schema": "forkproof\/run-result@[^]*^passed {2}1 job/m,
  ],
  ["run scenarios/0.yaml --report latest.json", "--reporter", "junit=/dev/stdout", /^<\?xml[^]*^<\/testsuites>$/m],
  ["inspect traffic.jsonl", "--html", "/dev/stdout", /^<!doctype html>[^]*<\/html>[^]*^money /m],
] as const)("%s %s %s stands whole in a socket", async ([command, option, file, holds]) => {
  writeTraffic(folder);
  // The socket that Node gives a child for its output holds a third of it.
  const script = [{ text: "A pilot, again. ".repeat(40_000) }];
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  const long = { name: "long", parent, fork: { strategy: "pass-through", prompt: "go" }, provider: { script } };
  writeFileSync(at("scenarios/long.yaml"), JSON.stringify(long));
  const { exit, out, err } = await runForkproof([...command.split(" "), option, file], folder);
  expect({ exit, err }).toMatchObject({ exit: 0, err: expect.not.stringContaining("HX") as string });
  expect(holds.test(out), out.slice(0, 300)).toBe(true);
});

test.for([
  ["run scenarios/0.yaml", "--report", /^\{\n {2}"schema": "forkproof\/run-result@/, /^passed {2}1 job/m],
  ["run scenarios/0.yaml --report latest.json --reporter", "junit", /^<\?xml/, /^<\/testsuites>$/m],
  ["inspect traffic.jsonl", "--html", /^<!doctype html>/, /^money /m],
] as const)(
  "%s %s to standard output in a file stands whole in it, next to all that is printed",
  ([command, option, begins, alsoHolds]) => {
    writeTraffic(folder);
    const named = option.startsWith("--") ? [option, "/dev/stdout"] : [`${option}=/dev/stdout`];
    const args = ["-c", 'exec "$@" > out.txt', "sh", process.execPath, main, ...command.split(" "), ...named];
    const { status, stderr } = spawnSync("sh", args, { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.not.stringContaining("HX") });
    const out = readFileSync(at("out.txt"), "utf8");
    expect(out).toMatch(new RegExp(begins.source, "m"));
    expect(out).toMatch(alsoHolds);
  },
);

test("a refused run leaves neither a lock nor a folder, and does not let an old report stand for it", async () => {
  expect((await clean("--name", "nothing")).exit).toBe(2);
  expect(existsSync(at("reports"))).toBe(false);
  expect((await clean()).exit).toBe(0);
  expect((await clean("--name", "nothing")).exit).toBe(2);
  expect(readdirSync(at("reports"))).toEqual(["latest.json"]);
  expect(JSON.parse(readFileSync(at("reports/latest.json"), "utf8"))).toMatchObject({ outcome: "errored", jobs: [] });
});

test("a second run with the same report is refused with the name of the first, and another report is not", async () => {
  const { child, ended } = startForkproof(["run"], folder);
  await waitingProcess(folder);
  const second = await clean();
  expect(second).toMatchObject({ exit: 2, out: "" });
  expect(second.err.replaceAll(/\s+/g, " ")).toContain(
    `HX523 another run (process ${child.pid}) is writing reports/latest.json where`,
  );
  expect(second.err).toContain("--report");
  expect(await clean("--report", "other.json")).toMatchObject({ exit: 0 });
  expect(readReport(at("reports/latest.json")).outcome).toBe("interrupted");
  child.kill("SIGINT");
  expect((await ended).exit).toBe(130);
  expect(await clean()).toMatchObject({ exit: 0 });
});

test.for([
  ["a process that has ended", () => lockOf({ pid: 2 ** 30, startedAt: "1", id: ids.dead })],
  ["another process of the same id", () => lockOf({ pid: process.pid, startedAt: "1", id: ids.dead })],
  ["an owner that cannot be read", () => "no owner\n"],
  ["a process group", () => lockOf({ pid: 0, startedAt: null, id: ids.dead })],
] satisfies [string, () => string][])("a lock of %s is taken over and then removed", async ([, content]) => {
  mkdirSync(at("reports"));
  writeFileSync(at("reports/.latest.json.lock"), content());
  writeFileSync(at("reports/.latest.json.0123456789ab.tmp"), "half a rep");
  writeFileSync(at("reports/.latest.json.lock.0123456789ab"), lockOf({ pid: 2 ** 30, startedAt: "1", id: ids.other }));
  writeFileSync(at("reports/.other.json.0123456789ab.tmp"), "somebody else's");
  expect(await clean()).toMatchObject({ exit: 0, err: "report: reports/latest.json\n" });
  expect(readdirSync(at("reports"))).toEqual([".other.json.0123456789ab.tmp", "latest.json"]);
});

test("a lock whose taker died while taking it over is taken over from that taker", async () => {
  mkdirSync(at("reports"));
  writeFileSync(at("reports/.latest.json.lock"), lockOf({ pid: 2 ** 30, startedAt: "1", id: ids.dead }));
  const claim = lockOf({ pid: 2 ** 30, startedAt: "2", id: ids.other });
  writeFileSync(at(`reports/.latest.json.lock.${ids.dead}.next`), claim);
  expect(await clean()).toMatchObject({ exit: 0 });
  expect(readdirSync(at("reports"))).toEqual(["latest.json"]);
});

test("a lock without its process's start time holds as long as that process runs, as on systems that do not report it", async () => {
  mkdirSync(at("reports"));
  const lock = lockOf({ pid: process.pid, startedAt: null, id: ids.other });
  writeFileSync(at("reports/.latest.json.lock"), lock);
  const refused = await clean();
  expect(refused.exit).toBe(2);
  expect(refused.err).toContain(`(process ${process.pid})`);
  expect(readFileSync(at("reports/.latest.json.lock"), "utf8")).toBe(lock);
  expect(readdirSync(at("reports"))).toEqual([".latest.json.lock"]);
});
