import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecorder, type Recorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";

let recorder: Recorder;
beforeEach(() => {
  recorder = createRecorder({ usageIsReal: true });
});
afterEach(() => recorder[Symbol.dispose]());

const ask = "POST /v1/messages HTTP/1.1\r\nHost: proxy.test\r\nX-Odd:  two\r\nContent-Length: 2\r\n\r\n{}";

/** Each piece of a provider's words; the next is written once the one before has left. */
type Words = { readonly pieces: readonly string[]; readonly last: "stay" | "end" | "reset" };

/** A provider that says these words once `requests` requests have come, each of which ends in `{}`. */
async function speak(
  { pieces, last }: Words,
  requests = 1,
): Promise<AsyncDisposable & { url: URL; heard: () => string }> {
  let heard = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      if (heard.split("{}").length - 1 < requests) return;
      socket.removeAllListeners("data").resume();
      void (async () => {
        for (const piece of pieces) await new Promise((left) => void socket.write(piece, "latin1", left));
        if (last === "end") socket.end();
        if (last === "reset") socket.resetAndDestroy();
      })();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    heard: () => heard,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** All that a client hears that says `said`, and how it ends; a provider that stays is left once `until` was heard. */
async function listen(origin: string, said: string, until: string | null): Promise<readonly [string, string]> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  let heard = "";
  let ended = "left";
  socket.on("data", (bytes) => {
    heard += bytes.toString("latin1");
    if (until !== null && heard.endsWith(until)) socket.destroy();
  });
  socket.on("end", () => (ended = "ended"));
  socket.on("error", (fault) => (ended = "code" in fault ? String(fault.code) : fault.message));
  socket.write(said, "latin1");
  await once(socket, "close").catch(() => {});
  return [heard, ended];
}

const stays = (...pieces: readonly string[]): Words => ({ pieces, last: "stay" });
const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const all = (words: Words): string => words.pieces.join("");

describe("the client gets the provider's own bytes, and the recording holds the body in them,", () => {
  test.for<readonly [string, Words, string, string]>([
    ["a length", stays("HTTP/1.1 200 Fine\r\ncontent-length: 3\r\nX-Odd:  kept\r\n\r\nabc"), "abc", "complete"],
    [
      "chunks with extensions",
      stays(`${chunked}3;a=b\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n`),
      "abc0123456789",
      "complete",
    ],
    ["trailers", stays(`${chunked}1\r\na\r\n0\r\nDigest: x\r\nB: y\r\n\r\n`), "a", "complete"],
    ["a byte at a time", stays(...`${chunked}2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`.split("")), "abc", "complete"],
    [
      "words before the answer",
      stays("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n"),
      "",
      "complete",
    ],
    [
      "no length, to the end",
      { pieces: ["HTTP/1.0 200 OK\r\n\r\nold ", "times"], last: "end" },
      "old times",
      "complete",
    ],
    ["no length, and a reset", { pieces: ["HTTP/1.0 200 OK\r\n\r\nold ", "ti"], last: "reset" }, "old ti", "cut"],
    ["chunks that end early", { pieces: [`${chunked}5\r\nab`], last: "end" }, "ab", "cut"],
    ["an invalid chunk size", stays(`${chunked}2\r\nab\r\nxyz\r\n`), "ab", "cut"],
    ["a chunk that is longer than it says", stays(`${chunked}2\r\nabc\r\n0\r\n\r\n`), "ab", "cut"],
    ["text that is not HTTP", { pieces: ["SSH-2.0-x\r\n\r\n"], last: "end" }, "", "cut"],
  ])("for a response with %s", async ([, words, body, outcome]) => {
    await using provider = await speak(words);
    const until = words.last === "stay" ? all(words) : null;
    const direct = await listen(provider.url.origin, ask, until);
    await using again = await speak(words);
    await using proxy = await startRecordingProxy(again.url, recorder);
    expect(await listen(proxy.origin, ask, until)).toEqual(direct);
    expect(direct[0]).toBe(all(words));
    expect(again.heard()).toBe(ask.replace("proxy.test", again.url.host));
    await proxy.close();
    const [exchange] = recorder.exchanges();
    expect(exchange?.response?.body.toString("latin1") ?? "").toBe(body);
    expect(exchange).toMatchObject({ outcome, method: "POST", path: "/v1/messages", request: Buffer.from("{}") });
  });
});

test("the proxy passes a chunked question in its own chunks and keeps their body", async () => {
  const said = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n1;x\r\n \r\n0\r\n\r\n";
  await using provider = await speak(stays("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
  await using proxy = await startRecordingProxy(provider.url, recorder);
  await listen(proxy.origin, said, "0\r\n\r\n");
  await proxy.close();
  expect(provider.heard()).toBe(said.replace("host: a", `host: ${provider.url.host}`));
  expect([...recorder.exchanges()].map(({ request }) => request.toString())).toEqual(["{} "]);
});

test("the proxy answers questions sent without waiting in their order, also with a HEAD among them", async () => {
  const head = "HEAD /two HTTP/1.1\r\nhost: a\r\n\r\n";
  const words = ["one", "", "three"].map(
    (body) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length || 7}\r\n\r\n${body}`,
  );
  await using provider = await speak(stays(words.join("")), 2);
  await using proxy = await startRecordingProxy(provider.url, recorder);
  const [heard] = await listen(proxy.origin, ask + head + ask.replace("/v1/messages", "/three"), words.join(""));
  await proxy.close();
  expect(heard).toBe(words.join(""));
  expect(
    [...recorder.exchanges()].map(({ path, response, outcome }) => [path, response?.body.toString(), outcome]),
  ).toEqual([
    ["/v1/messages", "one", "complete"],
    ["/two", "", "complete"],
    ["/three", "three", "complete"],
  ]);
});

test("a refusal reaches the client before its question is complete, and the proxy does not keep that question", async () => {
  const refusal = "HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno";
  const half = ask.replace("Content-Length: 2", "Content-Length: 2000000");
  await using provider = await speak({ pieces: [refusal], last: "end" });
  await using proxy = await startRecordingProxy(provider.url, recorder);
  expect(await listen(proxy.origin, half, null)).toEqual([refusal, "ended"]);
  await proxy.close();
  expect(recorder.count()).toMatchObject({ recorded: 0, brokenOff: 1 });
});

test("the proxy answers invalid HTTP with 400 and sends nothing to the provider", async () => {
  await using provider = await speak(stays());
  await using proxy = await startRecordingProxy(provider.url, recorder);
  expect((await listen(proxy.origin, "hello there\r\n\r\n", null))[0]).toMatch(/^HTTP\/1\.1 400 /);
  await proxy.close();
  expect(recorder.count()).toMatchObject({ recorded: 0, brokenOff: 0 });
  expect(provider.heard()).toBe("");
});

/** The recorder, and how many bytes of answers it received. */
function counted(): { readonly recorder: Recorder; readonly told: () => number } {
  let told = 0;
  const begin: Recorder["begin"] = (head) => {
    const log = recorder.begin(head);
    const responseBytes = (bytes: Uint8Array): void => {
      log.responseBytes(bytes);
      told += bytes.length;
    };
    return { ...log, responseBytes };
  };
  return { recorder: { ...recorder, begin }, told: () => told };
}

// Each piece leaves once the previous one was read, so that small pieces wait in the proxy instead of filling a buffer.
test("a slow client gets every piece unchanged, and its provider waits for it", async () => {
  const pieceAt = (at: number): string => String.fromCodePoint(97 + (at % 26)).repeat(20_011);
  const pass = { pieces: 0, most: 20_000, isReading: false };
  const { recorder: counting, told } = counted();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      void (async () => {
        socket.write("HTTP/1.0 200 OK\r\n\r\n");
        while (!pass.isReading && pass.pieces < pass.most) {
          socket.write(pieceAt(pass.pieces));
          pass.pieces += 1;
          while (told() < pass.pieces * 20_011) await new Promise(setImmediate);
        }
        socket.end();
      })();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  await using proxy = await startRecordingProxy(new URL(`http://127.0.0.1:${address.port}`), counting);
  const client = connect(Number(new URL(proxy.origin).port), "127.0.0.1").pause();
  client.write(ask);
  // Nothing is read until nothing more leaves: everything on the way is full then.
  for (let before = -1, quiet = 0; quiet < 200 && pass.pieces < pass.most; before = told()) {
    await new Promise(setImmediate);
    quiet = told() === before && before > 0 ? quiet + 1 : 0;
  }
  pass.isReading = true;
  const heard: Buffer[] = [];
  client.on("data", (bytes) => heard.push(bytes)).resume();
  await once(client, "close");
  server.close();
  await proxy.close();
  // 400 MB of unread data exceed every system buffer, but not the memory of a proxy that does not wait.
  expect(pass.pieces).toBeLessThan(pass.most);
  const [, body] = Buffer.concat(heard).toString("latin1").split("\r\n\r\n");
  expect(body === Array.from({ length: pass.pieces }, (_, at) => pieceAt(at)).join("")).toBe(true);
  const [exchange] = recorder.exchanges();
  expect(exchange?.response?.body.toString("latin1") === body).toBe(true);
});
