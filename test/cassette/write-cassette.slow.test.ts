import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openRecording } from "../../harness/cassette/open-recording.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "./fault-of.ts";
import { someExchange } from "./some-exchange.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const target = (): string => join(folder.path, "deep", "cassette");

test("the writer produces a folder of plain text files", () => {
  const answerless = someExchange({
    id: "main",
    forkOf: null,
    response: null,
    usage: null,
    chunks: null,
    socket: null,
    outcome: null,
  });
  writeCassette(target(), [{ ...answerless, firstByteMs: null }, someExchange()]);
  expect(readdirSync(target())).toEqual([
    "0001.request.json",
    "0002.request.json",
    "0002.response.sse",
    "cassette.yaml",
  ]);
  expect(readFileSync(join(target(), "cassette.yaml"), "utf8")).toMatchInlineSnapshot(`
    "# Recorded exchanges, body files next to this one: raw bytes, whose sha256 is checked on every read.
    version: 2
    dialect: "anthropic-messages"
    provider: "anthropic"
    client: "agent/1.0"
    exchanges:
      - id: "main"
        method: "POST"
        path: "/v1/messages?beta=true"
        host: "api.anthropic.com"
        headers: [["Anthropic-Beta","a,b"],["user-agent","agent/1.0"]]
        startedAt: "2026-11-21T20:29:32.851Z"
        fidelity: "A"
        request: {"file":"0001.request.json","sha256":"894209a7bb4069ffa7342dec182158c62527be6a6f230b8d2b7fb7c364230a4b"}
      - id: "fork"
        forkOf: "main"
        method: "POST"
        path: "/v1/messages?beta=true"
        host: "api.anthropic.com"
        headers: [["Anthropic-Beta","a,b"],["user-agent","agent/1.0"]]
        startedAt: "2026-11-21T20:29:32.851Z"
        fidelity: "A"
        socket: {"connection":"ws1","responseId":"resp_1"}
        outcome: "complete"
        request: {"file":"0002.request.json","sha256":"894209a7bb4069ffa7342dec182158c62527be6a6f230b8d2b7fb7c364230a4b"}
        response: {"status":200,"contentType":"text/event-stream; charset=utf-8","body":{"file":"0002.response.sse","sha256":"41d5ff29717082b8564917865874710c4fa6282b035f702154d7710215ca71df"},"firstByteMs":120.5,"chunks":[[0,12],[3.25,10]],"usage":{"input_tokens":3,"cache_read_input_tokens":null},"usageIsReal":true}
    "
  `);
  expect(readFileSync(join(target(), "0002.response.sse"), "utf8")).toBe("event: ping\ndata: {}\n\n");
});

test("a written cassette reads back completely", () => {
  const exchange = someExchange();
  writeCassette(target(), [exchange]);
  const cassette = openRecording(target());
  expect(cassette).toMatchObject({ name: target(), format: "cassette", ids: ["fork"] });
  expect(cassette.load("fork")).toEqual(exchange);
});

test("the writer keeps headers by an allow-list, in their order and spelling", () => {
  const headers = [
    ["Authorization", "Bearer x"],
    ["X-Stainless-Lang", "js"],
    ["cookie", "a=b"],
    ["OPENAI-BETA", "responses=v1"],
    ["x-unheard-of", "1"],
    ["session_id", "s1"],
  ] as const;
  writeCassette(target(), [someExchange({ headers })]);
  expect(openRecording(target()).load("fork").headers).toEqual([headers[1], headers[3], headers[5]]);
});

test("the writer puts a value at the top of cassette.yaml only if no exchange contradicts it", () => {
  const document = writeCassette(target(), [
    someExchange({ id: "1", dialect: null, headers: [["user-agent", "one"]] }),
    someExchange({ id: "2", headers: [["user-agent", "two"]] }),
  ]);
  expect(document).toMatchObject({ dialect: "anthropic-messages", provider: "anthropic", client: null });
});

test("bodies of any bytes read back unchanged", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\r\n", "\ufeff{}", "\0", "a\rb\n", "\u2028"));
  const body = fc.oneof(
    text.map((each) => Buffer.from(each)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(body, body), { minLength: 1, maxLength: 3 }), (bodies) => {
      using place = makeTempFolder();
      const exchanges = bodies.map(([request, response], at) => {
        const answer = { status: 200, contentType: null, body: response, usageIsReal: false };
        return someExchange({ id: `${at}`, request, response: answer });
      });
      writeCassette(join(place.path, "cassette"), exchanges);
      const cassette = openRecording(join(place.path, "cassette"));
      bodies.forEach(([request, response], at) => {
        const read = cassette.load(`${at}`);
        expect(read.request.equals(request)).toBe(true);
        expect(read.response?.body.equals(response)).toBe(true);
      });
    }),
    { numRuns: 60 },
  );
});

describe("writing a cassette", () => {
  test("never replaces anything, not even an empty folder or a file", () => {
    mkdirSync(target(), { recursive: true });
    expect(faultOf(folder.path, () => writeCassette(target(), [someExchange()]))).toMatchInlineSnapshot(`
      "HX230 something is there already, and a cassette replaces nothing by itself
      TEMP/deep/cassette
      name another folder, or remove this one first; record and import take --force
      exit 2"
    `);
    writeFileSync(join(folder.path, "file"), "mine");
    expect(faultOf(folder.path, () => writeCassette(join(folder.path, "file"), [someExchange()]))).toMatch(/^HX230 /);
    expect(readFileSync(join(folder.path, "file"), "utf8")).toBe("mine");
  });

  test("leaves neither a cassette nor a draft after a fault half way", () => {
    const failing = function* (): Generator<ReturnType<typeof someExchange>> {
      yield someExchange();
      expect(readdirSync(join(folder.path, "deep"))).toHaveLength(1);
      expect(existsSync(target())).toBe(false);
      yield someExchange();
    };
    expect(faultOf(folder.path, () => writeCassette(target(), failing()))).toMatchInlineSnapshot(`
      "HX206 two exchanges have the id "fork"
      TEMP/deep/cassette
      give each an id of its own
      exit 3"
    `);
    expect(readdirSync(join(folder.path, "deep"))).toEqual([]);
  });

  test("fails without an exchange", () => {
    expect(faultOf(folder.path, () => writeCassette(target(), []))).toMatchInlineSnapshot(`
      "HX211 no exchange to write
      TEMP/deep/cassette
      record a session with at least one request
      exit 2"
    `);
  });

  test("refuses a body that is too large to be read back", () => {
    const request = Buffer.alloc(64 * 1024 * 1024 + 1, "x");
    expect(faultOf(folder.path, () => writeCassette(target(), [someExchange({ request })]))).toMatchInlineSnapshot(`
      "HX208 a body of 67108865 bytes is above 64 MiB, the most that is read again
      exchange fork
      record a session whose requests a provider would take
      exit 3"
    `);
  });
});
