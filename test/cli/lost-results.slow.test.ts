import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { CLOCK, agent, gate, script, writeProject } from "./gate-project.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeProject(folder.path);
  writeFileSync(join(folder.path, "agent.js"), agent(CLOCK));
});
afterEach(() => folder[Symbol.dispose]());

const MOCK = ["--mock", "answers.yaml"];
const [node = "", ...args] = script([["Who sailed?", "When?"]]);
const [code = ""] = args.slice(-1);
const thatThen = (more: string): readonly string[] => [node, ...args.slice(0, -1), `${code} ${more}`];

/** Something else takes the name of the folder while the command runs. */
const TAKEN = 'const { mkdirSync } = await import("node:fs"); mkdirSync("kept");';

test("gate judges its traffic and reports it although the folder of --out was taken meanwhile, and exits with 3", async () => {
  const { exit, out, err } = await gate(folder.path, [...MOCK, "--out", "kept"], thatThen(TAKEN));
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^failed {2}1 pair failed \(CB302\); 1 pair compared/);
  expect(err).toContain("HX230  something is there already");
  expect(exit).toBe(3);
  expect(readFileSync(join(folder.path, "reports/gate.json"), "utf8")).toContain('"outcome": "failed"');
});

test("gate shows its result also if its baseline cannot be written, and exits with 3", async () => {
  const unwritable = ["--baseline", "package.json/base.jsonl", "--update-baseline"];
  const { exit, out, err } = await gate(folder.path, [...MOCK, ...unwritable], [node, ...args]);
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^failed {2}1 pair failed \(CB302\); 1 pair compared/);
  expect(err).toMatch(/HX516.*\n +where {2}package\.json\/base\.jsonl/);
  expect(exit).toBe(3);
});

test("gate names a process that the command left running, whose later requests it does not see", async () => {
  const daemon = 'const { spawn } = await import("node:child_process");';
  const left = `${daemon} spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { detached: true, stdio: "ignore" }).unref();`;
  const { err } = await gate(folder.path, MOCK, thatThen(left));
  const pid = /left running by the command: process (\d+) \(node -e .*\), which the proxy no longer serves/.exec(err);
  expect(pid, err).not.toBeNull();
  process.kill(Number(pid?.[1]), "SIGKILL");
});

test("record leaves a recording whose folder was taken meanwhile to --recover", async () => {
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  const environment = { TMPDIR: temporary };
  const command = ["record", ...MOCK, "--out", "kept", "--", ...thatThen(TAKEN)];
  const { exit, err } = await runForkproof(command, folder.path, environment);
  expect(err).toContain("the recording is not lost; once the fault below is gone, run: forkproof record --recover");
  expect(err).toContain("HX230  something is there already");
  expect(exit).toBe(2);
  const recovered = await runForkproof(["record", "--recover", "--out", "kept"], folder.path, environment);
  expect(recovered.exit, recovered.err).toBe(0);
  expect(recovered.err).toContain("kept-recovered");
  expect(existsSync(join(folder.path, "kept-recovered/0002.request.json"))).toBe(true);
});

test("record says that a recording is lost if its temporary folder was removed meanwhile", async () => {
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  const remove = 'const { rmSync } = await import("node:fs"); rmSync("tmp", { recursive: true });';
  const command = ["record", ...MOCK, "--out", "kept", "--", ...thatThen(remove)];
  const { exit, err } = await runForkproof(command, folder.path, { TMPDIR: temporary });
  expect(err).toContain("the recording is lost: its temporary folder does not hold what passed\n");
  expect(err).not.toContain("not lost");
  expect(exit).toBe(3);
});
