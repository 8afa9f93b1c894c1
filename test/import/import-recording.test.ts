import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ImportReport } from "../../harness/cassette/lines/import-traffic.ts";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { importRecording } from "../../harness/import/import-recording.ts";
import { documentFormats, linesFormats } from "../../harness/import/registry.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { faultOf } from "../cassette/fault-of.ts";
import { bodies, otherLayouts, samples } from "./foreign-samples.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const cassette = (): string => join(folder.path, "cassette");

function importText(text: string | Buffer): ImportReport {
  const file = join(folder.path, "recording");
  writeFileSync(file, text);
  return importRecording(file, cassette());
}

function exchanges(): readonly RecordedExchange[] {
  const source = openCassette(cassette());
  return source.ids.map((id) => source.load(id));
}

test("an import of an unknown file lists the formats that it tried", () => {
  const told = faultOf(folder.path, () => importText("{}"));
  expect(told).toContain("HX201 ");
  for (const { name } of [...documentFormats, ...linesFormats]) expect(told).toContain(name);
  expect(faultOf(folder.path, () => importRecording(join(folder.path, "nowhere"), cassette()))).not.toContain("HAR");
});

test("every format has a sample", () => {
  const names = [...documentFormats, ...linesFormats].map(({ name }) => name);
  expect(Object.keys(samples).toSorted()).toEqual([...new Set(names)].toSorted());
});

describe("an import of fidelity grade A keeps the bytes that crossed the wire", () => {
  test.for(["HAR", "vcrpy", "go-vcr", "opencode http-recorder", "OpenAI batch, requests"])("from %s", (name) => {
    const report = importText(samples[name] ?? "");
    expect(report).toMatchObject({ format: name, fidelity: "A", exchanges: 2 });
    expect(exchanges().map(({ request }) => request.toString())).toEqual(bodies);
  });

  test("from PollyJS, in the order of its order fields instead of its list", () => {
    expect(importText(samples["PollyJS"] ?? "")).toMatchObject({ format: "PollyJS", fidelity: "A" });
    expect(exchanges().map(({ request }) => request.toString())).toEqual(bodies);
  });

  test("with the metadata of each exchange", () => {
    importText(samples["HAR"] ?? "");
    const [, second] = exchanges();
    expect(second).toMatchObject({
      id: "3",
      method: "POST",
      path: "/v1/messages?beta=true",
      host: "api.anthropic.com",
      headers: [["anthropic-version", "2023-06-01"]],
      startedAtMs: Date.parse("2026-11-21T10:00:01.000Z"),
      firstByteMs: 8.5,
      response: { status: 200, contentType: "application/json", usageIsReal: true },
    });
    expect(inspectRecording(openCassette(cassette())).exchanges[1]).toMatchObject({
      relation: "turn",
      verdict: "byte-identical",
      usage: { read: 40, fresh: 3 },
    });
  });

  test("with a compressed body of vcrpy as sent, and reads it decoded", () => {
    const gzip = gzipSync('{"usage":{}}');
    const text = (samples["vcrpy"] ?? "")
      .replaceAll(/body: \{string: .*\}/g, `body: {string: !!binary "${gzip.toString("base64")}"}`)
      .replaceAll("{content-type:", "{content-encoding: [gzip], content-type:");
    importText(text);
    const [first] = exchanges();
    expect(first?.response?.body.toString()).toBe('{"usage":{}}');
    expect(first?.encoded.response?.bytes.equals(gzip)).toBe(true);
  });
});

describe("an import of fidelity grade B rebuilds bytes from parsed values", () => {
  test.for([
    "claude-trace",
    "claude-tap trace",
    "claude-tap export",
    "LiteLLM payload log",
    "Anthropic batch, requests",
  ])("from %s", (name) => {
    expect(importText(samples[name] ?? "")).toMatchObject({ format: name, fidelity: "B", exchanges: 2 });
    const read = exchanges().map(({ request }) => JSON.parse(request.toString()) as unknown);
    expect(read).toEqual(bodies.map((body) => JSON.parse(body) as unknown));
    expect(exchanges().every(({ fidelity }) => fidelity === "B")).toBe(true);
    const [parent, child] = exchanges();
    if (parent === undefined || child === undefined) throw new Error("no pair");
    expect(judge({ parent, child }).verdict).toBe("rendered-identical");
  });

  test("from a parsed body of vcrpy", () => {
    const text = (samples["vcrpy"] ?? "")
      .replaceAll("    body: '", "    parsed_body: '")
      .replaceAll(/parsed_body: '(.*)'/g, "parsed_body: $1");
    expect(importText(text)).toMatchObject({ format: "vcrpy", fidelity: "B" });
  });
});

const ccusage = { input_tokens: 3, cache_creation_input_tokens: 7, cache_read_input_tokens: 40, output_tokens: 1 };

describe("an import of fidelity grade C has only usage, each request's once, and never a verdict", () => {
  test.for([
    ["Claude Code session", 2, { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 40 }],
    ["Codex rollout", 2, { input_tokens: 900, output_tokens: 7, input_tokens_details: { cached_tokens: 512 } }],
    ["ccusage session", 1, ccusage],
    ["ccusage entries", 2, ccusage],
    ["OpenAI batch, responses", 1, { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 40 }],
    ["Anthropic batch, responses", 1, { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 40 }],
    ["OpenTelemetry GenAI spans", 1, { "gen_ai.usage.input_tokens": 900, "gen_ai.usage.cache_read.input_tokens": 512 }],
  ] as const)("from %s", ([name, count, usage]) => {
    const report = importText(samples[name] ?? "");
    expect(report).toMatchObject({ format: name, fidelity: "C", exchanges: count });
    expect(report.leftOut).toMatchSnapshot();
    expect(exchanges().map((each) => each.usage)).toEqual(Array.from({ length: count }, () => usage));
    expect(exchanges().every(({ request }) => request.length === 0)).toBe(true);
    expect(() => inspectRecording(openCassette(cassette()))).toThrow("holds no bodies (grade C");
    const [first] = exchanges();
    if (first === undefined) throw new Error("no exchange");
    expect(() => judge({ parent: first, child: first })).toThrow(HarnessError);
  });
});

test.for(Object.entries(otherLayouts))("an import reads %s in its other layout", ([name, text]) => {
  expect(importText(text)).toMatchObject({ format: name, exchanges: 2 });
});

test("no format accepts another format's file", () => {
  for (const [name, text] of Object.entries(samples)) {
    const values = text.startsWith("{") ? text.split("\n").flatMap(jsonOf) : [];
    for (const value of values) {
      const names = linesFormats.filter(({ recognises }) => recognises(value)).map((format) => format.name);
      expect(names.filter((each) => each !== name)).toEqual([]);
    }
  }
});

function jsonOf(line: string): readonly Record<string, unknown>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}

test.for([
  ["HAR", '"method": "POST"', '"method": 7'],
  ["claude-trace", '"status_code":200', '"status_code":"ok"'],
  ["claude-tap trace", '"status":200', '"status":"ok"'],
] as const)(
  "an import of a %s file names an exchange that breaks the format, and keeps the others",
  ([name, from, to]) => {
    const whole = importText(samples[name] ?? "").exchanges;
    rmSync(cassette(), { recursive: true });
    const { exchanges: count, unreadable } = importText((samples[name] ?? "").replace(from, to));
    expect(count).toBe(whole - 1);
    expect(unreadable).toHaveLength(1);
    expect(unreadable[0]?.where).toMatch(/recording(?:, line 1)?$/);
    expect(unreadable[0]?.what).toMatch(/ \(read as .*\)$/);
  },
);

test("an import of opencode's WebSockets pairs each question with the frames that answer it, in both layouts", () => {
  const question = '{"type":"response.create", "model":"gpt-6.1-sol","input":[{"role":"user","content":"hi"}]}';
  const next =
    '{"type":"response.create","model":"gpt-6.1-sol","previous_response_id":"r1","input":[{"role":"user","content":"and"}]}';
  const answers = ["r1", "r2"].map((id) => [
    `{"type":"response.created","response":{"id":"${id}"}}`,
    `{ "type":"response.completed","response":{"id":"${id}","usage":{"input_tokens":9}}}`,
  ]);
  const open = { url: "wss://api.openai.com/v1/responses", headers: { "user-agent": "opencode" } };
  const frame = (body: string): object => ({ kind: "text", body });
  const by = (direction: string) => (body: string) => ({ direction, ...frame(body) });
  const layouts = [
    {
      events: [
        ...[question].map(by("client")),
        ...(answers[0] ?? []).map(by("server")),
        ...[next, '{"type":"response.cancel"}'].map(by("client")),
        ...(answers[1] ?? []).map(by("server")),
        { direction: "server", kind: "binary", body: "AAEC", bodyEncoding: "base64" },
      ],
    },
    { client: [question, next].map(frame), server: answers.flat().map(frame) },
  ];
  for (const [at, layout] of layouts.entries()) {
    const file = join(folder.path, `recorded-${at}.json`);
    const target = join(folder.path, `cassette-${at}`);
    writeFileSync(file, JSON.stringify({ version: 1, interactions: [{ transport: "websocket", open, ...layout }] }));
    expect(importRecording(file, target)).toMatchObject({
      format: "opencode http-recorder",
      fidelity: "A",
      exchanges: 2,
    });
    const source = openCassette(target);
    const [first, second] = source.ids.map((id) => source.load(id));
    expect(first?.request.toString()).toBe(question);
    expect(second?.request.toString()).toBe(next);
    expect(first?.response?.body.toString()).toBe(`[${(answers[0] ?? []).join(",")}]`);
    expect(second?.socket).toEqual({ connection: "1", responseId: "r2" });
    expect(inspectRecording(openRecording(target)).exchanges[1]).toMatchObject({
      parent: "1.1",
      verdict: "byte-identical",
    });
  }
});

test("an import of Claude Code's raw bodies keeps the order of writing, and an answer only if its request is clear", () => {
  const logged = join(folder.path, "bodies");
  mkdirSync(logged);
  const write = (name: string, text: string, second: number): void => {
    writeFileSync(join(logged, name), text);
    utimesSync(join(logged, name), second, second);
  };
  write("bbb.request.json", bodies[0] ?? "", 100);
  write("req_1.response.json", JSON.stringify({ usage: { input_tokens: 3 } }), 101);
  write("aaa.request.json", bodies[1] ?? "", 102);
  write("ccc.request.json", bodies[1] ?? "", 103);
  write("req_2.response.json", "{}", 104);
  const report = importRecording(logged, cassette());
  expect(report).toMatchObject({ format: "Claude Code raw bodies", fidelity: "B", exchanges: 3 });
  expect(report.leftOut).toContain("answers that may be of several requests (1)");
  expect(exchanges().map(({ id, response }) => [id, response?.body.toString() ?? null])).toEqual([
    ["bbb", '{"usage":{"input_tokens":3}}'],
    ["aaa", null],
    ["ccc", null],
  ]);
  // What was parsed and written again is never called identical in its bytes.
  const verdicts = inspectRecording(openCassette(cassette())).exchanges.map(({ verdict }) => verdict);
  expect(verdicts).not.toContain("byte-identical");
});
