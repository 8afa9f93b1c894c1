import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { bodies } from "./foreign-samples.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

type Entry = { readonly startedDateTime?: string; readonly content?: object };

function harOf(entries: readonly Entry[]): string {
  const [body] = bodies;
  const made = entries.map(({ startedDateTime = "2026-01-01T00:00:00Z", content = { text: "{}" } }) => ({
    startedDateTime,
    request: { method: "POST", url: "https://api.anthropic.com/v1/messages", headers: [], postData: { text: body } },
    response: { status: 200, headers: [], content },
  }));
  return JSON.stringify({ log: { entries: made } });
}

async function importFile(
  name: string,
  text: string | Buffer,
  ...options: readonly string[]
): Promise<{ readonly exit: number | null; readonly out: string; readonly err: string }> {
  writeFileSync(join(folder.path, name), text);
  const { exit, out, err } = await runForkproof(["import", name, "--out", "cassette", ...options], folder.path);
  return { exit, out: oneLine(out), err: oneLine(err) };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

const idsOf = (): readonly string[] => openCassette(join(folder.path, "cassette")).ids;

test("import keeps the readable entries of a HAR, lists the others with their reasons, and exits with 3", async () => {
  const odd = { encoding: "base64", text: "!!" };
  const { exit, out } = await importFile("a.har", harOf([{}, { content: odd }, {}, { startedDateTime: "soon" }]));
  expect(exit, out).toBe(3);
  expect(out).toContain("cassette, 2 of 4 exchanges ");
  expect(out).toContain("not read a.har: log.entries[1].response.content.text says that it is base64, and is not");
  expect(out).toContain('log.entries[3].startedDateTime is "soon"');
  expect(idsOf()).toEqual(["1", "3"]);
});

test("import --json lists each exchange that could not be read", async () => {
  const { exit, out } = await importFile("a.har", harOf([{ startedDateTime: "soon" }, {}]), "--json");
  expect(exit).toBe(3);
  expect(JSON.parse(out)).toMatchObject({
    exchanges: 1,
    unreadable: [{ where: "a.har", what: expect.stringContaining("log.entries[0].startedDateTime") }],
  });
});

test("the reason why import could not read an exchange shows no credential", async () => {
  const key = ["AKIA", "Q3EGRJ5T7XK2M9PZ"].join("");
  for (const options of [[], ["--json"]]) {
    const { out } = await importFile("a.har", harOf([{ startedDateTime: key }, {}]), "--force", ...options);
    expect(out).toContain("log.entries[0].startedDateTime");
    expect(out).not.toContain(key);
  }
});

test("import leaves out a line of a log that is cut off, and names the line", async () => {
  const line = (id: string): string => JSON.stringify({ custom_id: id, method: "POST", url: "/v1/messages", body: {} });
  const { exit, out } = await importFile("batch.jsonl", `${line("a")}\n${line("b").slice(0, 30)}\n${line("a")}\n`);
  expect(exit, out).toBe(3);
  expect(out).toContain("batch.jsonl, line 2: line 2 is not a JSON object");
  expect(idsOf()).toEqual(["a", "a@2"]);
});

test("import keeps the readable lines of a traffic file", async () => {
  const line = (seq: number): string =>
    JSON.stringify({ seq, method: "POST", path: "/v1/messages", headers: [], body: bodies[0] });
  const { exit, out } = await importFile("traffic.jsonl", `${line(1)}\n${line(2).slice(0, 40)}\n${line(3)}\n`);
  expect(exit, out).toBe(3);
  expect(out).toContain("cassette, 2 of 3 exchanges ");
  expect(out).toContain("traffic.jsonl, line 2");
  expect(idsOf()).toEqual(["1", "3"]);
});

test.for(["import", "inspect"])("%s reads a HAR that begins with a byte order mark", async (command) => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(harOf([{}, {}]))]);
  writeFileSync(join(folder.path, "a.har"), bytes);
  const { exit, err } = await runForkproof([command, "a.har"], folder.path);
  expect(exit, err).toBe(0);
});

test("import --force replaces a cassette and nothing else", async () => {
  expect((await importFile("a.har", harOf([{}, {}]))).exit).toBe(0);
  const again = await importFile("a.har", harOf([{}]));
  expect(again.exit).toBe(2);
  expect(again.err).toContain("record and import take --force");
  expect((await importFile("a.har", harOf([{}]), "--force")).exit).toBe(0);
  expect(idsOf()).toEqual(["1"]);
  const before = readdirSync(join(folder.path, "cassette"));
  expect((await importFile("a.har", harOf([{ startedDateTime: "soon" }]), "--force")).exit).toBe(3);
  expect(readdirSync(join(folder.path, "cassette"))).toEqual(before);
  cpSync(join(folder.path, "a.har"), join(folder.path, "cassette", "notes.txt"));
  expect((await importFile("a.har", harOf([{}]), "--force")).exit).toBe(2);
  expect(readFileSync(join(folder.path, "cassette", "notes.txt"), "utf8")).toContain("soon");
});
