import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { reopenSpool } from "../../harness/io/files/spool.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { main, type Printed, runForkproof } from "../cli/run-forkproof.ts";
import { parentBody } from "../mock/anthropic-body.ts";

const body = JSON.stringify(parentBody);
const client = `
const headers = { "anthropic-version": "2023-06-01", "content-type": "application/json" };
for (let count = 0; count < 2; count += 1)
  await (await fetch(process.argv[2] + "/v1/messages", { method: "POST", headers, body: ${JSON.stringify(body)} })).text();
console.log("waiting", process.pid);
setInterval(() => {}, 1000);
`;

/** With the files of one killed recording of two requests; each test has a copy of them. */
let killed: TempFolder;
/** Modes of the files that the killed recorder had made for its client, by name. */
let forClient: ReadonlyMap<string, number>;
beforeAll(async () => {
  killed = makeTempFolder();
  const temporary = join(killed.path, "tmp");
  mkdirSync(temporary);
  writeFileSync(join(killed.path, "client.mjs"), client);
  writeFileSync(join(killed.path, "settings.json"), '{"url":"{baseUrl}","key":"mine"}');
  writeFileSync(join(killed.path, "script.json"), '{"script":{"parent":[{"text":"Three."},{"text":"Three."}]}}');
  const command = [process.execPath, "client.mjs", "{baseUrl}", "{config}"];
  const options = ["--mock", "script.json", "--config-template", "settings.json", "--out", "kept"];
  const env = { TMPDIR: temporary };
  const recorder = spawn(process.execPath, [main, "record", ...options, "--", ...command], { cwd: killed.path, env });
  const [line] = await once(recorder.stdout, "data");
  // The client has the answer before the recorder has noted its end.
  const [name = ""] = readdirSync(temporary).filter((each) => each.includes("recording"));
  await vi.waitUntil(() => endedIn(join(temporary, name)) === 2, { timeout: 60_000 });
  recorder.kill("SIGKILL");
  await once(recorder, "exit");
  process.kill(Number(/waiting (\d+)/.exec(String(line))?.[1]), "SIGKILL");
  forClient = new Map(
    readdirSync(temporary, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("recording"))
      .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).mode & 0o777]),
  );
});
afterAll(() => killed[Symbol.dispose]());

/** How many exchanges have ended by the journal of a spool. */
function endedIn(path: string): number {
  const journal = reopenSpool(path)?.("journal").read().toString() ?? "";
  return journal.split('"ended"').length - 1;
}

let folder: string;
let spool: string;
beforeEach(({ task }) => {
  folder = join(killed.path, task.id);
  mkdirSync(folder);
  cpSync(join(killed.path, "tmp"), join(folder, "tmp"), { recursive: true });
  const [name = ""] = readdirSync(join(folder, "tmp")).filter((each) => each.includes("recording"));
  spool = join(folder, "tmp", name);
  // The folder of the cassette that the killed process had in mind is that of the other tests.
  rmSync(join(killed.path, "kept"), { recursive: true, force: true });
  rmSync(join(killed.path, "kept-recovered"), { recursive: true, force: true });
});

const kept = (name = "kept"): string => join(killed.path, name);

function forkproof(...args: readonly string[]): Promise<Printed> {
  return runForkproof(args, folder, { TMPDIR: join(folder, "tmp") });
}

test.each([
  ["a missing key", () => rmSync(join(spool, "key"))],
  ["another key", () => writeFileSync(join(spool, "key"), Buffer.alloc(16, 7))],
  ["an empty journal", () => truncateSync(join(spool, "journal"), 0)],
])("a killed recording that cannot be read stays where it is: %s", async (_name, damage) => {
  damage();
  const { exit, err } = await forkproof("record", "--recover");
  // Long paths are wrapped.
  const printed = err.replaceAll(/\s+/g, "");
  expect([exit, printed]).toEqual([2, expect.stringContaining("cannotberead:itskeyoritsjournalismissingordamaged")]);
  expect(printed).toContain(`where${spool}`);
  expect(readdirSync(spool)).toContain("1a");
});

test("--recover keeps what can be read of a damaged recording, says what is lost, and leaves the spool", async () => {
  truncateSync(join(spool, "1a"), 20);
  const { exit, err } = await forkproof("record", "--recover");
  expect(exit, err).toBe(0);
  expect(err).toMatch(/^lost: the response body of request 2 holds 20 of \d+ bytes$/m);
  expect(err).toContain(`not everything could be read, so the spool stays: ${spool}\n`);
  expect(openCassette(kept()).load("1").request.toString()).toBe(body);
  expect(existsSync(join(spool, "1a"))).toBe(true);
  const again = await forkproof("record", "--recover");
  expect([again.exit, again.err]).toEqual([2, expect.stringContaining("no killed recording is left")]);
});

test("--recover names the requests that a truncated journal lacks", async () => {
  const journal = join(spool, "journal");
  // Up to somewhere in the entries of the first request.
  truncateSync(journal, Math.floor(readFileSync(journal).length / 2) - 40);
  const { err } = await forkproof("record", "--recover");
  expect(err).toContain("the journal ends before 1 request that the spool holds");
  expect(existsSync(spool)).toBe(true);
});

test("--recover writes next to a folder that was recorded anew, and an offer is made once", async () => {
  writeFileSync(
    join(folder, "client.mjs"),
    `await fetch(process.argv[2] + "/v1/messages", { method: "POST", body: "{}" });`,
  );
  writeFileSync(join(folder, "script.json"), '{"script":{"parent":[{"text":"Three."}]}}');
  const record = ["record", "--mock", "script.json", "--out", kept(), "--force", "--"];
  const command = [process.execPath, "client.mjs", "{baseUrl}"];
  const offers: boolean[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { exit, err } = await forkproof(...record, ...command);
    expect(exit, err).toBe(0);
    offers.push(err.includes("can still be read"));
  }
  expect(offers).toEqual([true, false]);
  const { exit, err } = await forkproof("record", "--recover");
  expect(exit, err).toBe(0);
  expect(err).toContain(
    `${kept()} holds another recording, which stays; this one is written to ${kept("kept-recovered")}\n`,
  );
  expect([kept(), kept("kept-recovered")].map((each) => openCassette(each).ids.length)).toEqual([1, 2]);
  expect(existsSync(spool)).toBe(false);
});

test("files for a client are this user's alone, and the next recording removes what a killed one left", async () => {
  expect(forClient).toEqual(new Map([["settings.json", 0o600]]));
  const left = (): readonly string[] =>
    readdirSync(join(folder, "tmp")).filter((name) => name.startsWith("forkproof-"));
  expect(left()).toHaveLength(2);
  await forkproof("record", "--recover");
  expect(left()).toEqual([]);
});
