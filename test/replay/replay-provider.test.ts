import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { monotonicMs, startTimer } from "../../harness/io/clock.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { createRecorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";
import { type Pace, realReplayClock, type ReplayClock, virtualReplayClock } from "../../harness/replay/pace.ts";
import { createReplayProvider, type ReplayProvider } from "../../harness/replay/replay-provider.ts";
import { someExchange } from "../cassette/some-exchange.ts";
import { event, sse } from "../record/event-stream.ts";
import { type Observation, observe } from "../record/observe.ts";
import { serveUpstream } from "../record/serve-upstream.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const cassette = (): string => join(folder.path, "cassette");
const path = "/v1/messages";

function exchange(id: string, body: string, changes: Partial<RecordedExchange> = {}): RecordedExchange {
  const response = { status: 200, contentType: "text/plain", body: Buffer.from(`answer ${id}`), usageIsReal: false };
  return someExchange({ id, path, socket: null, chunks: null, request: Buffer.from(body), response, ...changes });
}

function replay(
  lanes: readonly (readonly string[])[],
  { pace = { kind: "instant" }, clock = virtualReplayClock() }: { pace?: Pace; clock?: ReplayClock } = {},
): ReplayProvider {
  return createReplayProvider({ source: openCassette(cassette()), lanes, pace, clock });
}

async function ask(provider: ReplayProvider, ...bodies: readonly string[]): Promise<readonly Observation[]> {
  await using server = await serveLoopback(provider);
  const seen: Observation[] = [];
  for (const body of bodies) seen.push(await observe(server.baseUrl + path, { method: "POST", body }));
  return seen;
}

test("traffic that was recorded through the proxy is replayed unchanged: streams, errors, compression, cuts", async () => {
  const answers: readonly ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(200, sse).end(event("one") + event("two")),
    (response) => void response.writeHead(529, { "content-type": "application/json" }).end('{"error":1}'),
    (response) =>
      void response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(gzipSync("small")),
    (response) => {
      response.writeHead(200, sse);
      response.write(event("half"), () => response.socket?.destroySoon());
    },
  ];
  await using upstream = await serveUpstream((request, response) => {
    request.on("end", () => answers[Number(request.headers["content-length"]) - 1]?.(response)).resume();
  });
  using recorder = createRecorder({ usageIsReal: false });
  const bodies = answers.map((_, index) => "x".repeat(index + 1));
  const seen: Observation[] = [];
  {
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    for (const body of bodies) seen.push(await observe(proxy.origin + path, { method: "POST", body }));
  }
  writeCassette(cassette(), recorder.exchanges());
  const provider = replay([["1", "2", "3", "4"]]);
  const again = await ask(provider, ...bodies);
  const without = (each: Observation): Observation => {
    const { "content-length": _, ...headers } = each.headers;
    return { ...each, headers };
  };
  expect(again.map(without)).toEqual(seen.map(without));
  expect(seen.map(({ broke }) => broke)).toEqual([false, false, false, true]);
  expect(provider.finish()).toEqual([]);
  expect(provider.met()).toEqual(["1", "2", "3", "4"]);
});

test("lanes are independent of one another, and within one lane the order is binding", async () => {
  writeCassette(
    cassette(),
    ["p1", "p2", "f1", "f2"].map((id) => exchange(id, `{"ask":"${id}"}`)),
  );
  const lanes = [
    ["p1", "p2"],
    ["f1", "f2"],
  ];
  const bodies = (ids: readonly string[]): readonly string[] => ids.map((id) => `{"ask":"${id}"}`);
  const free = replay(lanes);
  await ask(free, ...bodies(["f1", "p1", "p2", "f2"]));
  expect(free.met()).toEqual(["f1", "p1", "p2", "f2"]);
  expect(free.finish()).toEqual([]);

  const bound = replay(lanes);
  const [first] = await ask(bound, ...bodies(["p2"]));
  expect(first?.status).toBe(400);
  expect(bound.finish().map(({ code, what }) => `${code} ${what}`.replaceAll(folder.path, "TEMP"))).toEqual([
    "HX302 request 1 is exchange p2 of TEMP/cassette, before those that its conversation asks first",
    "HX303 4 recorded exchanges were not asked for: p1, p2, f1, f2",
  ]);
});

test("the error for an unknown request names the closest exchange and the first differing byte", async () => {
  const key = `sk-ant-${"aB3dE5fG7h".repeat(4)}`;
  writeCassette(cassette(), [
    exchange("1", '{"model":"claude-sonnet-4-5","max_tokens":1024,"messages":[]}'),
    exchange("2", '{"model":"claude-haiku-4-5","max_tokens":1024,"messages":[]}'),
  ]);
  const provider = replay([["1", "2"]]);
  const bodies = [
    '{"model":"claude-haiku-4-5","max_tokens":2048,"messages":[]}',
    '{"model":"claude-sonnet-4-5","max_tokens":1024,"messages":[]}',
    '{"model":"claude-sonnet-4-5","max_tokens":1024,"messages":[]}',
    `{"model":"claude-haiku-4-5","key":"${key}"}`,
    '{"model":"claude-haiku-4-5","max_tokens":1024,"messages":[]}',
    "{}",
  ];
  const seen = await ask(provider, ...bodies);
  expect(seen.map(({ status }) => status)).toEqual([400, 200, 400, 400, 200, 400]);
  const told = provider.finish().map(({ code, what }) => `${code} ${what}`.replaceAll(folder.path, "TEMP"));
  expect(told).toMatchInlineSnapshot(`
    [
      "HX301 request 1 is not in TEMP/cassette: it differs from exchange 2 at byte 41 (60 and 60 bytes): …max_tokens":2048,"messages":[]}…, not …max_tokens":1024,"messages":[]}…",
      "HX301 request 3 is not in TEMP/cassette: it differs from exchange 2 at byte 17 (61 and 60 bytes): …el":"claude-sonnet-4-5","max_tokens":102…, not …el":"claude-haiku-4-5","max_tokens":1024…",
      "HX301 request 4 is not in TEMP/cassette: it differs from exchange 2 at byte 29 (84 and 60 bytes): a value that holds a credential, not …haiku-4-5","max_tokens":1024,"messages":…",
      "HX301 request 6 is not in TEMP/cassette: every exchange was met already",
    ]
  `);
  expect(JSON.stringify(seen)).not.toContain(key);
  expect(seen[0]?.body).toContain(JSON.stringify(provider.finish()[0]?.what).slice(1, -1));
});

test("pace recorded keeps the pieces and their times, instant lets no time pass, and fixed gives each piece the same time", async () => {
  const chunks = [
    [0, 2],
    [500, 3],
    [60_000, 1],
  ] as const;
  const response = { status: 200, contentType: "text/plain", body: Buffer.from("abcdefg"), usageIsReal: false };
  writeCassette(cassette(), [exchange("1", "{}", { chunks, firstByteMs: 1200, response })]);
  const passed = async (pace: Pace): Promise<number> => {
    const clock = virtualReplayClock();
    const [seen] = await ask(replay([["1"]], { pace, clock }), "{}");
    expect(seen?.body).toBe("abcdefg");
    return clock.now();
  };
  expect(await passed({ kind: "recorded" })).toBe(61_200);
  expect(await passed({ kind: "instant" })).toBe(0);
  expect(await passed({ kind: "fixed", everyMs: 10 })).toBe(40);
});

test("a replay on a real clock does not wait for a client that leaves", async () => {
  writeCassette(cassette(), [exchange("1", "{}", { firstByteMs: 3_600_000 })]);
  const provider = replay([["1"]], {
    pace: { kind: "recorded" },
    clock: realReplayClock({ now: monotonicMs, startTimer }),
  });
  await using server = await serveLoopback(provider);
  const leaver = new AbortController();
  const left = observe(server.baseUrl + path, { method: "POST", body: "{}", signal: leaver.signal });
  await expect.poll(() => provider.met()).toEqual(["1"]);
  leaver.abort();
  expect((await left).broke).toBe(true);
});

test.for([
  [{ fidelity: "B" }, "is of grade B"],
  [{ socket: { connection: "1", responseId: null } }, "crossed a WebSocket"],
  [{ response: null, outcome: null }, "has no response"],
] as const)("an exchange that cannot be replayed is refused before the server starts: %o", ([changes, why]) => {
  writeCassette(cassette(), [exchange("1", "{}", changes)]);
  expect(() => replay([["1"]])).toThrow(why);
});
