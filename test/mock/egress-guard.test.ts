import { once } from "node:events";
import { get } from "node:http";
import { get as getSecure } from "node:https";
import { connect } from "node:net";
import { connect as connectSecure } from "node:tls";
import { expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { guardEgress } from "../../harness/mock/serve/egress-guard.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";

/** Each way out of a Node process; every one must end with the guard's own error. */
const ways: readonly (readonly [name: string, reach: () => Promise<unknown>])[] = [
  ["fetch over https", () => fetch("https://api.anthropic.com/v1/messages", { method: "POST", body: "{}" })],
  ["fetch over http", () => fetch("http://example.invalid/")],
  ["http", () => once(get("http://example.invalid/"), "response")],
  ["https", () => once(getSecure("https://api.anthropic.com/"), "response")],
  ["a socket", () => once(connect(443, "192.0.2.1"), "connect")],
  ["a socket by options", () => once(connect({ port: 443, host: "2001:db8::1" }), "connect")],
  ["tls", () => once(connectSecure({ port: 443, host: "api.anthropic.com" }), "secureConnect")],
];

test.each(ways)("the egress guard refuses %s before a name is looked up", async (_name, reach) => {
  using guard = guardEgress();
  const fault = await reach().then(() => null, rootCause);
  expect(fault).toMatchObject({ code: "HX421", exit: 2 });
  expect(guard.refused()).toEqual([fault]);
});

test("the egress guard allows loopback, by number and by name", async () => {
  using guard = guardEgress();
  const provider = await createMockProvider({ script: parseScript([]), clock: createVirtualClock() });
  await using server = await serveLoopback(provider);
  const { port } = new URL(server.baseUrl);
  expect((await fetch(`${server.baseUrl}/health`)).status).toBe(404);
  expect((await fetch(`http://localhost:${port}/health`)).status).toBe(404);
  const [response] = await once(get(`${server.baseUrl}/health`), "response");
  response.resume();
  expect(response).toMatchObject({ statusCode: 404 });
  expect(guard.refused()).toEqual([]);
});

test("the egress guard allows other hosts again after it is disposed of", async () => {
  const before = socketOf();
  {
    using guard = guardEgress();
    expect(socketOf()).not.toBe(before);
    expect(guard.refused()).toEqual([]);
  }
  expect(socketOf()).toBe(before);
});

test("of two egress guards either may end first: the other one still refuses hosts, and both report theirs", async () => {
  const ask = (host: string): Promise<unknown> => fetch(`http://${host}.invalid/`).then(() => null, rootCause);
  const free = socketOf();
  for (const endsFirst of [0, 1]) {
    const guards = [guardEgress(), guardEgress()] as const;
    const both = await ask("both");
    guards[endsFirst]?.[Symbol.dispose]();
    const one = await ask("one");
    expect(one).toMatchObject({ code: "HX421" });
    expect(guards[endsFirst]?.refused()).toEqual([both]);
    expect(guards[1 - endsFirst]?.refused()).toEqual([both, one]);
    guards[1 - endsFirst]?.[Symbol.dispose]();
    expect(socketOf()).toBe(free);
  }
});

/** How sockets connect. */
function socketOf(): unknown {
  return Object.getPrototypeOf(connect({ port: 1, host: "127.0.0.1" }).on("error", () => undefined)).connect;
}

function rootCause(fault: unknown): unknown {
  return fault instanceof Error && fault.cause !== undefined ? rootCause(fault.cause) : fault;
}
