import { spawnSync } from "node:child_process";
import { chmodSync, ftruncateSync, openSync, closeSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

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
const recorded = (...content: readonly (string | Buffer)[]): string => {
  const path = join(folder.path, "traffic.jsonl");
  writeFileSync(path, Buffer.concat(content.map((part) => Buffer.from(part))));
  return path;
};
const opening = (path: string): string => faultOf(folder.path, () => openRecording(path));
const loading = (path: string, id: string): string => faultOf(folder.path, () => openRecording(path).load(id));

describe("reading a traffic file with a broken line", () => {
  test("rejects a last line that is cut off, wherever the cut falls", () => {
    const first = `${trafficLine(1)}\n`;
    const second = Buffer.from(trafficLine(2));
    expect(loading(recorded(first, second.subarray(0, 300)), "2")).toMatchInlineSnapshot(`
      "HX203 line 2, the last, is cut off
      TEMP/traffic.jsonl, line 2 (byte offset 819)
      record again, or take the line out
      exit 3"
    `);
    for (let cut = 1; cut < second.length; cut += 1) {
      const path = recorded(first, second.subarray(0, cut));
      expect(loading(path, "2"), `cut at ${cut}`).toMatch(/^HX203 line 2, the last, is cut off\n/);
    }
    expect(openRecording(recorded(first, second)).load("2").id).toBe("2");
  });

  test("rejects a last line that ends inside a character", () => {
    const bytes = Buffer.from(trafficLine(1));
    const cut = bytes.indexOf(Buffer.from("🎈")) + 2;
    expect(loading(recorded(bytes.subarray(0, cut)), "1")).toMatch(/^HX203 /);
  });

  test("rejects a line that is not a JSON object", () => {
    const broken = trafficLine(2).replace('"method":', '"method";');
    expect(loading(recorded(`${trafficLine(1)}\n`, broken, "\n", trafficLine(3)), "2")).toMatchInlineSnapshot(`
      "HX202 line 2 is not JSON: ':' expected
      TEMP/traffic.jsonl, line 2 (byte offset 568)
      a recording is JSON Lines: one JSON object a line
      exit 3"
    `);
    expect(opening(recorded(`${trafficLine(1)}\n[2]\n`))).toMatchInlineSnapshot(`
      "HX202 line 2 is not a JSON object
      TEMP/traffic.jsonl, line 2 (byte offset 519)
      a recording is JSON Lines: one JSON object a line
      exit 3"
    `);
  });

  test("rejects a line that is not UTF-8", () => {
    const line = Buffer.from(trafficLine(2));
    line[line.indexOf("ö")] = 0xff;
    expect(loading(recorded(`${trafficLine(1)}\n`, line, "\n"), "2")).toMatchInlineSnapshot(`
      "HX204 line 2 is not UTF-8
      TEMP/traffic.jsonl, line 2 (byte offset 813)
      save the recording as UTF-8
      exit 3"
    `);
  });

  test("rejects a body with a lone surrogate", () => {
    const body = '{"text":"\ud83d"}';
    expect(loading(recorded(trafficLine(1, { body, bodySha256: undefined })), "1")).toMatchInlineSnapshot(`
      "HX205 exchange 1: body holds a lone surrogate (U+D83D) at character 9
      TEMP/traffic.jsonl, line 1 (byte offset 0)
      no bytes are known for it: record the body as the bytes that were sent
      exit 3"
    `);
  });

  test("rejects a body that differs from the recorded hash", () => {
    const line = trafficLine(1).replace("Größe", "Grösse");
    expect(loading(recorded(line), "1")).toMatchInlineSnapshot(`
      "HX210 exchange 1: the body's sha256 is 936a050d93e7b654496bb68d2b3735d574f4848ae9168e4ce5622e27faa3d64f, yet d1b995e6dba8f68ffc560accd5732d7936bcf518924340b462ffe49ee17bda33 was recorded
      TEMP/traffic.jsonl, line 1 (byte offset 0)
      the recording was changed after it was made: take the original, or record again
      exit 3"
    `);
  });

  test("rejects a missing member and a member of the wrong kind", () => {
    const path = recorded(
      [
        trafficLine(1),
        trafficLine(2, { body: { model: "m" } }),
        trafficLine(3, { path: undefined }),
        trafficLine(4, { headers: [["a", "b"], ["c"]] }),
        trafficLine(5, { response: { status: "200" } }),
        trafficLine(6, { ts: "yesterday" }),
        trafficLine(7, { body: null }),
      ].join("\n"),
    );
    expect(loading(path, "2")).toMatchInlineSnapshot(`
      "HX209 exchange 2: body is an object; a string is expected
      TEMP/traffic.jsonl, line 2 (byte offset 519)
      record again where the recorder wrote this line; fix it by hand where a hand did
      exit 3"
    `);
    const faults = ["3", "4", "5", "6", "7"].map((id) => loading(path, id).split("\n")[0]);
    expect(faults).toMatchInlineSnapshot(`
      [
        "HX209 exchange 3: path is missing; a string is expected",
        "HX209 exchange 4: headers[1] is not a list of a name and a value",
        "HX209 exchange 5: response.status is "200"; a number is expected",
        "HX209 exchange 6: ts is "yesterday"; a time in ISO 8601 is expected",
        "HX209 exchange 7: body is missing; a string is expected",
      ]
    `);
  });
});

describe("reading IDs from a traffic file", () => {
  test("rejects an ID that does not exist and names the nearest ones", () => {
    const path = recorded([1, 2, 10].map((seq) => trafficLine(seq)).join("\n"));
    expect(loading(path, "12")).toMatchInlineSnapshot(`
      "HX207 no exchange has the id "12"
      TEMP/traffic.jsonl
      it holds 3: 1, 2, 10
      exit 2"
    `);
    const many = recorded(Array.from({ length: 40 }, (_, at) => trafficLine(2 * at)).join("\n"));
    const faults = ["17", "fork", "1000"].map((id) => loading(many, id).split("\n")[2]);
    expect(faults).toMatchInlineSnapshot(`
      [
        "it holds 40, from 0 to 78; the nearest are 14, 16, 18, 20",
        "it holds 40, from 0 to 78",
        "it holds 40, from 0 to 78",
      ]
    `);
  });

  test("rejects an ID that occurs twice", () => {
    expect(opening(recorded([1, 2, 1].map((seq) => trafficLine(seq)).join("\n")))).toMatchInlineSnapshot(`
      "HX206 two exchanges have the id "1": line 1 and line 3
      TEMP/traffic.jsonl, line 3 (byte offset 1038)
      give each exchange an id of its own; two recordings in one file collide
      exit 3"
    `);
  });

  test("rejects two IDs in one line", () => {
    const line = trafficLine(1).replace(/}$/, ',"seq":2}');
    expect(loading(recorded(line), "1")).toMatchInlineSnapshot(`
      "HX209 exchange 1: its line also calls it "2"
      TEMP/traffic.jsonl, line 1 (byte offset 0)
      record again where the recorder wrote this line; fix it by hand where a hand did
      exit 3"
    `);
  });

  test("rejects a line without an ID", () => {
    const path = recorded(`${trafficLine(1)}\n${trafficLine(2, { seq: undefined })}`);
    expect(opening(path)).toMatchInlineSnapshot(`
      "HX209 line 2 has no "seq" to name it by
      TEMP/traffic.jsonl, line 2 (byte offset 519)
      number every line as the first one is, or take this one out
      exit 3"
    `);
    expect(opening(recorded(trafficLine(1, { seq: { a: 1 } })))).toContain('HX209 line 1 has no "seq"');
  });

  test("rejects half an ID in ground truth", () => {
    const path = recorded('{"seq":"a","request_body_raw":"{}"}');
    expect(opening(path)).toMatchInlineSnapshot(`
      "HX209 line 1 has no "seq" and "idx" to name it by
      TEMP/traffic.jsonl, line 1 (byte offset 0)
      number every line as the first one is, or take this one out
      exit 3"
    `);
  });
});

test("a line of 200 MB is rejected", () => {
  const path = recorded(`${trafficLine(1)}\n`);
  const file = openSync(path, "r+");
  writeSync(file, trafficLine(2), Buffer.byteLength(trafficLine(1)) + 1);
  // A hole in the file: it takes no room on the disk, and reads as zeros.
  ftruncateSync(file, 200_000_000);
  closeSync(file);
  expect(opening(path)).toMatchInlineSnapshot(`
    "HX208 line 2 is longer than 64 MiB, the most that is read
    TEMP/traffic.jsonl, line 2 (byte offset 519)
    record the exchange again without what makes it this long, or take the line out of the file
    exit 3"
  `);
});

test("an unreadable file is reported as missing permission, not as a missing recording", ({ skip }) => {
  const path = recorded(trafficLine(1));
  chmodSync(path, 0o000);
  chmodSync(folder.path, 0o755);
  const printed = openWithoutPrivilege(path);
  if (printed === null) {
    console.warn("SKIPPED: this user may read everything and no other user may run node here");
    skip("no unprivileged user to read as");
  }
  expect(printed?.replaceAll(folder.path, "TEMP")).toMatchInlineSnapshot(`
    "HX513 no permission: it cannot be read
    TEMP/traffic.jsonl
    allow this user to read it
    exit 3"
  `);
});

/** Opens in its own process, since a thread cannot give up the rights of root; null if no process can be started. */
function openWithoutPrivilege(path: string): string | null {
  const module = pathToFileURL(join(import.meta.dirname, "../../harness/cassette/open-recording.ts")).href;
  const program = `import { openRecording } from ${JSON.stringify(module)};
    try { openRecording(process.argv[1]); }
    catch (e) { process.stdout.write([e.code + " " + e.message, e.where, e.fix, "exit " + e.exit].join("\\n")); }`;
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program, path], { ...user, encoding: "utf8" });
  return run.status === 0 ? run.stdout : null;
}
