import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { importTraffic } from "../../harness/cassette/lines/import-traffic.ts";
import { isKept } from "../../harness/cassette/format/kept-headers.ts";
import { openAsRecorded, openRecording } from "../../harness/cassette/open-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

const shared = join(import.meta.dirname, "../../../shared");
const traffic = globSync("recordings/*/*.jsonl", { cwd: shared }).sort();
const groundTruth = globSync("ground-truth/*/*.jsonl", { cwd: shared }).sort();
const absent = traffic.length === 0 || groundTruth.length === 0;
if (absent) console.warn(`SKIPPED: no recordings beside the checkout (${relative(process.cwd(), shared)})`);

type Line = {
  readonly seq?: string | number;
  readonly idx?: number;
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly bodySha256?: string;
  readonly response?: { readonly status: number; readonly body?: string; readonly frames?: unknown };
  readonly request_body_raw?: string | null;
  readonly response_body?: string;
  readonly response_body_trimmed?: boolean;
  readonly usage?: object | null;
};

const linesOf = (path: string): readonly Line[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Line => JSON.parse(line));

describe.skipIf(absent)("recorded traffic of real clients", () => {
  test.for(traffic)("reads from %s the bytes that crossed the wire", (file) => {
    const lines = linesOf(join(shared, file));
    const recording = openAsRecorded(join(shared, file));
    expect(recording.format).toBe("traffic");
    expect(recording.ids).toEqual(lines.map(({ seq }) => String(seq)));
    for (const line of lines) {
      const { request, response, method, headers, fidelity } = recording.load(String(line.seq));
      expect(request.equals(Buffer.from(line.body ?? "none"))).toBe(true);
      if (line.bodySha256 !== undefined) expect(hash("sha256", request)).toBe(line.bodySha256);
      expect({ method, headers, fidelity }).toEqual({ method: line.method, headers: line.headers, fidelity: "A" });
      expect(response).toMatchObject({ status: line.response?.status, usageIsReal: false });
      if (line.response?.frames === undefined) expect(response?.body.toString()).toBe(line.response?.body ?? "");
      else expect(JSON.parse(String(response?.body))).toEqual(line.response.frames);
    }
    expect(lines.length).toBeGreaterThan(1);
  });

  test("messages of a WebSocket keep their connection and the id of their answer", () => {
    const recording = openAsRecorded(join(shared, "recordings/codex/spawn-gpt61-websocket.jsonl"));
    const messages = recording.ids.map((id) => recording.load(id)).filter(({ method }) => method === "WS-MESSAGE");
    expect(messages).toHaveLength(14);
    expect(messages[1]?.socket).toEqual({ connection: "ws0001", responseId: "resp_stub0003" });
    expect(String(messages[1]?.request)).toContain('"previous_response_id":"resp_stub0002"');
  });
});

describe.skipIf(absent)("ground truth", () => {
  test.for(groundTruth)("reads bodies and usage from %s as recorded", (file) => {
    const lines = linesOf(join(shared, file));
    const recording = openRecording(join(shared, file));
    expect(recording.format).toBe("ground-truth");
    expect(recording.ids).toHaveLength(lines.length);
    lines.forEach((line, at) => {
      const id = line.seq === undefined ? `line-${at + 1}` : `${line.seq}#${line.idx}`;
      expect(recording.ids[at]).toBe(id);
      const { request, response, usage, fidelity } = recording.load(id);
      expect(request.equals(Buffer.from(line.request_body_raw ?? ""))).toBe(true);
      expect(usage).toEqual(line.usage ?? null);
      if (line.request_body_raw === null) expect(fidelity).toBe("C");
      if (response !== null) expect(response.usageIsReal).toBe(true);
      const whole = line.response_body_trimmed === false;
      expect(response?.body.toString() ?? "").toBe(whole ? line.response_body : "");
    });
  });

  test("reads the fidelity grades that the recorder assigned", () => {
    const gradeOf = (file: string): string => {
      const recording = openRecording(join(shared, "ground-truth", file));
      return recording.load(recording.ids[0] ?? "none").fidelity;
    };
    expect(gradeOf("anthropic/openllmetry-caching.jsonl")).toBe("A");
    expect(gradeOf("anthropic/rig-prompt-caching.jsonl")).toBe("A");
    expect(gradeOf("anthropic/pydantic-caching.jsonl")).toBe("B");
    expect(gradeOf("deepseek/mini-swe-agent-a.jsonl")).toBe("C");
    expect(gradeOf("anthropic/pi-session-usage-a.jsonl")).toBe("C");
  });
});

test.skipIf(absent).for([...traffic, ...groundTruth])("a recording of %s is the same after an import", (file) => {
  using folder = makeTempFolder();
  const source = openRecording(join(shared, file));
  const report = importTraffic(join(shared, file), join(folder.path, "cassette"));
  expect(report).toMatchObject({ format: source.format, exchanges: source.ids.length });
  const cassette = openRecording(join(folder.path, "cassette"));
  expect(cassette.format).toBe("cassette");
  expect(cassette.ids).toEqual(source.ids);
  for (const id of source.ids) {
    const original = source.load(id);
    const imported = cassette.load(id);
    const { dialect, provider } = imported;
    const headers = original.headers.filter(([name]) => isKept(name));
    expect(imported).toEqual({ ...original, headers, dialect, provider });
  }
});

test.skipIf(absent)("an import reports what it kept and what it dropped", () => {
  using folder = makeTempFolder();
  const file = join(shared, "recordings/codex/spawn-gpt61-websocket.jsonl");
  expect({ ...importTraffic(file, join(folder.path, "cassette")), folder: "cassette" }).toMatchInlineSnapshot(`
    {
      "exchanges": 17,
      "exchangesByFidelity": {
        "A": 17,
        "B": 0,
        "C": 0,
      },
      "fidelity": "A",
      "folder": "cassette",
      "format": "traffic",
      "kept": [
        "17 requests, 200065 bytes of body",
        "17 responses, 28686 bytes of body",
        "headers user-agent, originator, openai-beta, x-codex-beta-features, x-client-request-id, session-id, thread-id, x-codex-window-id, x-openai-subagent, x-codex-parent-thread-id",
        "usage of 17 responses, marked as made up",
      ],
      "leftOut": [
        "headers connection, upgrade, sec-websocket-version, sec-websocket-key, authorization, x-codex-turn-metadata, sec-websocket-extensions",
        "3 request bodies that the recording does not hold",
        "6 response bodies that the recording does not hold whole",
        "the recorder's own notes",
      ],
      "redacted": [],
      "unreadable": [],
    }
  `);
});
