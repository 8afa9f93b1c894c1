import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { importTraffic } from "../../harness/cassette/lines/import-traffic.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { readCassette } from "../../harness/cassette/format/read-cassette.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "./fault-of.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeCassette(cassette(), [someExchange()]);
});
afterEach(() => folder[Symbol.dispose]());

const cassette = (...names: readonly string[]): string => join(folder.path, "cassette", ...names);
const opening = (): string => faultOf(folder.path, () => openRecording(cassette()));
const loading = (id = "fork"): string => faultOf(folder.path, () => openRecording(cassette()).load(id));

/** Changes the text of cassette.yaml as a hand would. */
function edit(from: string | RegExp, to: string): void {
  const text = readFileSync(cassette("cassette.yaml"), "utf8");
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(cassette("cassette.yaml"), edited);
}

describe("opening a cassette with a broken body file", () => {
  test("rejects a body with one additional byte", () => {
    appendFileSync(cassette("0001.request.json"), "\n");
    expect(loading()).toMatchInlineSnapshot(`
      "HX225 0001.request.json was changed: its sha256 is 3f6b80df3fa7c0644f51f2cba8bf023fd58a753d2da9eaa655bd5fe66a3e2ac6, yet 894209a7bb4069ffa7342dec182158c62527be6a6f230b8d2b7fb7c364230a4b was recorded
      TEMP/cassette/0001.request.json
      take the whole folder as it was recorded, or record again
      exit 3"
    `);
  });

  test("rejects a response with other line endings", () => {
    writeFileSync(cassette("0001.response.sse"), "event: ping\r\ndata: {}\r\n\r\n");
    expect(loading()).toMatch(/^HX225 0001\.response\.sse was changed: its sha256 is /);
  });

  test("rejects a missing file", () => {
    rmSync(cassette("0001.response.sse"));
    expect(loading()).toMatchInlineSnapshot(`
      "HX224 0001.response.sse is missing, yet cassette.yaml names it
      TEMP/cassette/0001.response.sse
      take the whole folder as it was recorded, or record again
      exit 3"
    `);
  });

  test("rejects a body of 200 MB without reading it", () => {
    truncateSync(cassette("0001.request.json"), 200_000_000);
    expect(loading()).toMatchInlineSnapshot(`
      "HX514 200000000 bytes are more than the 67108864 that are read at once
      TEMP/cassette/0001.request.json
      cut the file down to what the case needs
      exit 3"
    `);
  });

  test("rejects a file name that leads out of the folder", () => {
    edit("0001.request.json", "../../0001.request.json");
    expect(opening()).toMatchInlineSnapshot(`
      "HX223 "../../0001.request.json" is not the name of a body file, such as 0001.request.json
      TEMP/cassette/cassette.yaml:17:22
      see cassette.schema.json; forkproof writes this file itself: record again where a hand broke it
      exit 2"
    `);
  });
});

describe("opening a cassette with a broken cassette.yaml", () => {
  test("rejects an ID that does not exist", () => {
    expect(loading("frok")).toMatchInlineSnapshot(`
      "HX207 no exchange has the id "frok"
      TEMP/cassette
      did you mean "fork"? it holds 1: fork
      exit 2"
    `);
  });

  test("rejects a file that is not YAML", () => {
    edit('id: "fork"', 'id: "fork');
    expect(opening()).toMatchInlineSnapshot(`
      "HX221 cassette.yaml is not YAML: Missing closing "quote
      TEMP/cassette/cassette.yaml:7:14
      fix the line, or record again: forkproof writes this file itself
      exit 2"
    `);
  });

  test("rejects a file that is not UTF-8", () => {
    appendFileSync(cassette("cassette.yaml"), Buffer.from([0x23, 0xff]));
    expect(opening()).toMatchInlineSnapshot(`
      "HX204 cassette.yaml is not UTF-8
      TEMP/cassette/cassette.yaml
      take the cassette as it was recorded, or record again
      exit 3"
    `);
  });

  test("rejects aliases that expand exponentially", () => {
    const rows = Array.from({ length: 9 }, (_, at) => `x${at}: &x${at} [${`*x${at - 1},`.repeat(9)}]`);
    writeFileSync(cassette("cassette.yaml"), ["version: 1", "x: &x-1 [a]", ...rows].join("\n"));
    expect(opening()).toMatchInlineSnapshot(`
      "HX221 cassette.yaml is not YAML: Excessive alias count indicates a resource exhaustion attack
      TEMP/cassette/cassette.yaml
      fix the line, or record again: forkproof writes this file itself
      exit 2"
    `);
  });

  test("rejects another version, and a missing version", () => {
    edit("version: 2", "version: 3");
    expect(opening()).toMatchInlineSnapshot(`
      "HX222 the cassette has version 3; this forkproof reads versions 1 and 2
      TEMP/cassette/cassette.yaml:2:10
      a newer forkproof wrote it: use that one, or record again
      exit 2"
    `);
    edit("version: 3\n", "");
    expect(opening()).toContain("HX222 the cassette has no version; this forkproof reads versions 1 and 2");
  });

  test("reads version 1 as version 2, without redactions", () => {
    edit("version: 2", "version: 1");
    expect(readCassette(cassette()).version).toBe(2);
    const source = openCassette(cassette());
    expect(source.ids.map((id) => source.load(id).redacted)).toEqual(source.ids.map(() => []));
  });

  test("rejects an unknown key and suggests the nearest one", () => {
    edit("startedAt:", "started_at:");
    expect(opening()).toMatchInlineSnapshot(`
      "HX223 unknown key "started_at": did you mean "startedAt"?
      TEMP/cassette/cassette.yaml:13:17
      see cassette.schema.json; forkproof writes this file itself: record again where a hand broke it
      exit 2"
    `);
    edit("started_at:", "weather:");
    expect(opening()).toContain('HX223 unknown key "weather": known are id, forkOf, method');
  });

  test("rejects members of the wrong kind", () => {
    const edits: readonly (readonly [string | RegExp, string])[] = [
      ["exchanges:\n", "exchanges: 3\nx:\n"],
      ["dialect: ", "dialect: anthropic # "],
      ["client: ", "client: 7 # "],
      ["method: ", "method: # "],
      [/headers: .*/, "headers: [[a, b], [c]]"],
      [/startedAt: .*/, "startedAt: yesterday"],
      ["fidelity: ", "fidelity: D # "],
      [/socket: .*/, "socket: { responseId: r }"],
      [/request: .*/, "request: { file: 0001.request.json }"],
      [/sha256":"/, 'sha256":"x'],
      ['"status":200', '"status":"200"'],
      ['"chunks":[[0,12]', '"chunks":[[0]'],
      ['"usage":{', '"usage":[],"x":{'],
      ['"usageIsReal":true', '"usageIsReal":null'],
    ];
    const faults = edits.map(([from, to]) => {
      const before = readFileSync(cassette("cassette.yaml"));
      edit(from, to);
      const [what, where] = opening().split("\n");
      writeFileSync(cassette("cassette.yaml"), before);
      return `${where?.replace("TEMP/cassette/cassette.yaml", "")} ${what}`;
    });
    expect(faults).toMatchInlineSnapshot(`
      [
        ":8:3 HX223 unknown key "x": known are version, dialect, provider, client, exchanges",
        ":3:10 HX223 dialect is "anthropic"; one of anthropic-messages, openai-chat, openai-responses, gemini-generate, bedrock-converse is expected",
        ":5:9 HX223 client is 7; a string is expected",
        ":7:5 HX223 exchanges[0].method is missing; a string is expected",
        ":12:23 HX223 headers[1] is not a list of a name and a value",
        ":13:16 HX223 startedAt is not a time such as 2026-01-31T23:59:59.999Z",
        ":14:15 HX223 exchanges[0].fidelity is "D"; one of A, B, C is expected",
        ":15:13 HX223 exchanges[0].socket.connection is missing; a string is expected",
        ":17:14 HX223 exchanges[0].request.sha256 is missing; a string is expected",
        ":17:51 HX223 sha256 is not 64 hexadecimal digits",
        ":18:25 HX223 exchanges[0].response.status is "200"; a number is expected",
        ":18:220 HX223 chunks[0] is not a list of milliseconds and bytes",
        ":18:253 HX223 unknown key "x": known are status, contentType, body, firstByteMs, chunks, usage, usageIsReal",
        ":18:15 HX223 exchanges[0].response.usageIsReal is missing; true or false is expected",
      ]
    `);
  });

  test("rejects two exchanges with one ID, and an empty list of exchanges", () => {
    const text = readFileSync(cassette("cassette.yaml"), "utf8");
    appendFileSync(cassette("cassette.yaml"), text.slice(text.indexOf("  - ")));
    expect(opening()).toMatchInlineSnapshot(`
      "HX206 two exchanges have the id "fork"
      TEMP/cassette/cassette.yaml
      take the cassette as it was recorded, or record again
      exit 3"
    `);
    writeFileSync(cassette("cassette.yaml"), "version: 1\nexchanges: []\n");
    expect(opening()).toMatchInlineSnapshot(`
      "HX211 the recording holds no exchange
      TEMP/cassette/cassette.yaml
      take the cassette as it was recorded, or record again
      exit 3"
    `);
  });
});

test("importing a cassette is refused, since it is already a cassette", () => {
  expect(faultOf(folder.path, () => importTraffic(cassette(), join(folder.path, "copy")))).toMatchInlineSnapshot(`
    "HX232 this is a cassette already
    TEMP/cassette
    use it as it is, or copy the folder
    exit 2"
  `);
});
