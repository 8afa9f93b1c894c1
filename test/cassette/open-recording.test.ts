import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "./fault-of.ts";
import { trafficLine } from "./traffic-line.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Writes a recording and answers its path. */
const recorded = (content: string): string => {
  const path = join(folder.path, "traffic.jsonl");
  writeFileSync(path, content);
  return path;
};
const opening = (path: string): string => faultOf(folder.path, () => openRecording(path));

test("opening a missing file fails", () => {
  expect(opening(join(folder.path, "none.jsonl"))).toMatchInlineSnapshot(`
    "HX201 not a recording: no such file or folder
    TEMP/none.jsonl
    check the path: nothing is there
    exit 2"
  `);
});

test("opening a folder of recordings fails, as does opening a folder of something else", () => {
  writeFileSync(join(folder.path, "a.jsonl"), trafficLine(1));
  mkdirSync(join(folder.path, "other"));
  expect(opening(folder.path)).toMatchInlineSnapshot(`
    "HX201 not a recording: it is a folder; name one of its files: a.jsonl
    TEMP
    looked for a cassette (folder with cassette.yaml), a traffic file (JSON Lines with seq, method, path, headers, body), a ground-truth file (JSON Lines with request_body_raw)
    exit 2"
  `);
  expect(opening(join(folder.path, "other"))).toMatchInlineSnapshot(`
    "HX201 not a recording: it is a folder without cassette.yaml
    TEMP/other
    looked for a cassette (folder with cassette.yaml), a traffic file (JSON Lines with seq, method, path, headers, body), a ground-truth file (JSON Lines with request_body_raw)
    exit 2"
  `);
});

test("opening a device fails", () => {
  expect(opening("/dev/null")).toMatchInlineSnapshot(`
    "HX201 not a recording: it is a pipe or device, which cannot be read twice
    /dev/null
    looked for a cassette (folder with cassette.yaml), a traffic file (JSON Lines with seq, method, path, headers, body), a ground-truth file (JSON Lines with request_body_raw)
    exit 2"
  `);
});

test("opening an empty file fails", () => {
  expect(opening(recorded(""))).toMatchInlineSnapshot(`
    "HX211 the recording holds no exchange
    TEMP/traffic.jsonl
    a recorder that was stopped before the first exchange leaves such a file: record again
    exit 2"
  `);
  expect(opening(recorded("\n\r\n"))).toContain("HX211 ");
});

test("opening a request body instead of a recording fails", () => {
  expect(opening(recorded('{"model":"m","messages":[]}'))).toMatchInlineSnapshot(`
    "HX201 not a recording: the object on its first line has model, messages
    TEMP/traffic.jsonl
    looked for a cassette (folder with cassette.yaml), a traffic file (JSON Lines with seq, method, path, headers, body), a ground-truth file (JSON Lines with request_body_raw)
    exit 2"
  `);
  expect(opening(recorded("{}"))).toContain("HX201 not a recording: the object on its first line has no member");
});

test("opening a pretty-printed body fails", () => {
  expect(opening(recorded('{\n  "model": "m"\n}\n'))).toMatchInlineSnapshot(`
    "HX202 line 1 is not JSON: the text ends too early: a member name in double quotes expected
    TEMP/traffic.jsonl, line 1 (byte offset 1)
    a recording is JSON Lines: one JSON object a line
    exit 3"
  `);
});

test("opening a text file fails", () => {
  expect(opening(recorded("name: a scenario\n"))).toMatchInlineSnapshot(`
    "HX201 not a recording: it does not begin with {
    TEMP/traffic.jsonl
    looked for a cassette (folder with cassette.yaml), a traffic file (JSON Lines with seq, method, path, headers, body), a ground-truth file (JSON Lines with request_body_raw)
    exit 2"
  `);
});

test("the format is recognised whatever the line endings, blank lines and byte order mark", () => {
  const recording = openRecording(recorded(`\ufeff${trafficLine(1)}\r\n\r\n\n${trafficLine(2)}`));
  expect(recording).toMatchObject({ format: "traffic", ids: ["1", "2"] });
  expect(recording.ids.map((id) => recording.load(id).id)).toEqual(["1", "2"]);
  const groundTruth = openRecording(recorded('{"idx":3,"request_body_raw":"{}","seq":"a/b.yaml"}\n'));
  expect(groundTruth).toMatchObject({ format: "ground-truth", ids: ["a/b.yaml#3"] });
});

test("usage in a traffic file counts as scripted, unless the line says otherwise", () => {
  const lines = [undefined, true, false].map((usageScripted, at) => trafficLine(at, { usageScripted }));
  const recording = openRecording(recorded(lines.join("\n")));
  expect(recording.ids.map((id) => recording.load(id).response?.usageIsReal)).toEqual([false, false, true]);
});

test("a request without an answer has no response", () => {
  const recording = openRecording(recorded(trafficLine(1, { response: undefined })));
  expect(recording.load("1")).toMatchObject({ response: null, host: "127.0.0.1:4010", dialect: null });
});
