import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { importRecording } from "../../harness/import/import-recording.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "../cassette/fault-of.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { samples } from "./foreign-samples.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

function told(text: string): string {
  const file = join(folder.path, "recording");
  writeFileSync(file, text);
  return faultOf(folder.path, () => importRecording(file, join(folder.path, "cassette")));
}

function harOf(response: object): string {
  const request = { method: "POST", url: "https://api.example.com/v1/messages", headers: [], postData: { text: "{}" } };
  const startedDateTime = "2026-01-01T00:00:00Z";
  return JSON.stringify({ log: { entries: [{ startedDateTime, request, response }] } });
}

test.for([
  [
    "HAR with invalid base64",
    harOf({ status: 200, headers: [], content: { encoding: "base64", text: "!!!notbase64" } }),
    "HX209 log.entries[0].response.content.text says that it is base64, and is not (read as HAR)\nTEMP/recording\n",
  ],
  ["HAR without an entry", JSON.stringify({ log: { entries: [] } }), "HX211 no exchange to write\nTEMP/recording\n"],
  [
    "HAR whose entries are all invalid",
    JSON.stringify({ log: { entries: [7, {}] } }),
    "HX209 all 2 exchanges are unreadable: log.entries[0] is 7; an object is expected (read as HAR)\nTEMP/recording\n",
  ],
  [
    "claude-tap export without a value that each record refers to",
    (samples["claude-tap export"] ?? "").replace('"blobs":{"sha256:0a"', '"blobs":{"sha256:0b"'),
    "HX209 all 2 exchanges are unreadable: blobs lacks sha256:0a, which a record names (read as claude-tap export)\n",
  ],
  [
    "broken vcr cassette",
    "version: 1\ninteractions: [\n",
    "HX201 not a recording: it begins as a vcr cassette does, and is not YAML: ",
  ],
  [
    "mitmproxy's own file of flows",
    "1205:9:websocket;0:~8:response;1093:6:reason;2:OK;",
    "HX201 not a recording: it holds the flows of mitmproxy in its own format\nTEMP/recording\nwrite them as HAR: ",
  ],
  [
    "empty vcr cassette",
    "interactions: []\nversion: 1\n",
    "HX201 not a recording: it is a vcr cassette whose list of interactions is empty\n",
  ],
] as const)("the import fails for %s, and names the reason and the place", ([, text, expected]) => {
  expect(told(text).slice(0, expected.length)).toBe(expected);
});

test("validate checks the recording that answers in a replay", async () => {
  const scenario = (cassette: string): string =>
    JSON.stringify({
      name: "replayed",
      parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" },
      fork: { strategy: "pass-through", prompt: "Read." },
      provider: { mode: "replay", cassette, script: [{ text: "Done." }] },
      expect: { verdict: "byte-identical" },
    });
  mkdirSync(join(folder.path, "scenarios"));
  writeFileSync(join(folder.path, "scenarios", "missing.yaml"), scenario("./nowhere"));
  writeFileSync(join(folder.path, "scenarios", "there.yaml"), scenario(resolve("fixtures/cassettes/scripted-parent")));
  const { exit, out } = await runForkproof(["validate", "scenarios"], folder.path);
  expect(exit, out).toBe(2);
  expect(out).toContain("nowhere");
  expect(out).toContain("2 scenarios in 2 files: 1 error\n");
});

test("an empty script of a mocked provider gets an error that shows a script", async () => {
  writeFileSync(join(folder.path, "script.yaml"), "");
  const { exit, err } = await runForkproof(["record", "--mock", "script.yaml", "--", "node"], folder.path);
  expect(exit).toBe(2);
  expect(err).toContain("HX103");
  expect(err).toContain("write a script, such as `parent:");
});
