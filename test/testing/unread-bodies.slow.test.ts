import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { recordExchanges } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, bodyOf, FORK, HEADERS, ORIGIN, PARENT, SYSTEM } from "./ask-model.ts";
import { breaksOf } from "./failure-of.ts";

expect.extend({ ...matchers });

test("a body is kept whole where a test environment has replaced the classes of bytes", () => {
  const script = `
    const { runInNewContext } = await import("node:vm");
    const { mockProvider, recordExchanges } = await import("./harness/testing/index.ts");
    const bytes = new TextEncoder();
    const Bytes = Uint8Array;
    const makes = {
      text: (text) => text,
      bytes: (text) => bytes.encode(text),
      buffer: (text) => bytes.encode(text).buffer,
      stream: (text) => new Blob([text]).stream(),
      form: (text) => new URLSearchParams({ text }),
    };
    const own = globalThis.fetch;
    for (const [name, make] of Object.entries(makes)) {
      for (const layer of ["fetch", "undici"]) {
        const tape = recordExchanges.global();
        const send = layer === "undici" ? own : globalThis.fetch;
        // As Vitest does for jsdom.
        for (const each of ["Uint8Array", "ArrayBuffer"]) globalThis[each] = runInNewContext(each);
        const mock = await mockProvider({ script: { parent: [{ text: "Anna did." }] } });
        const call = { method: "POST", headers: ${JSON.stringify(HEADERS)}, body: make("{}".padEnd(20)), duplex: "half" };
        await (await send(mock.baseUrl + "/v1/messages", call)).text();
        await mock.close();
        tape.stop();
        console.log(name, layer, tape.exchanges.map(({ request }) => request.length).join());
      }
    }
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  const bodies = ["text 20", "bytes 20", "buffer 20", "stream 20", `form ${"text=%7B%7D".length + 18}`];
  const kept = bodies.flatMap((each) => ["fetch", "undici"].map((layer) => each.replace(" ", ` ${layer} `)));
  expect({ stdout: stdout.trim().split("\n"), stderr }).toEqual({ stdout: kept, stderr: "" });
});

/** The body of a fork that the tape cannot read. */
const unread: Readonly<Record<string, (body: string) => unknown>> = {
  "a stream of Node": (body) => ({ pipe: () => body, [Symbol.asyncIterator]: () => undefined }),
  "a blob": (body) => new Blob([body]),
  "parts of another kind": async function* (body) {
    yield { body };
  },
  "parts that are not asked for": async function* (body) {
    yield body;
  },
};

test.each(Object.entries(unread))(
  "a fork whose body is %s fails the matchers, once it was answered",
  async (kind, make) => {
    using server = answering(kind !== "parts that are not asked for");
    using tape = recordExchanges.global();
    for (const said of [PARENT, FORK]) await server.send(bodyOf(SYSTEM, said));
    expect(tape).toHaveNoCacheBreaks();
    await server.send(make(bodyOf(`A. ${SYSTEM}`, FORK)));
    expect(tape.exchanges.length, "nothing stands for it").toBe(2);
    expect(breaksOf(tape)).toMatch(/HX543 Request 3 to .* was answered, and the tape could not read its body/);
  },
);

test("a fork whose Request comes from another implementation of fetch is kept", async () => {
  const tape = recordExchanges({ fetch: () => Promise.resolve(new Response(ANSWER)) });
  const own = new Request(`${ORIGIN}/v1/messages`, { method: "POST", headers: HEADERS, body: bodyOf(SYSTEM, FORK) });
  await ask(tape.fetch, SYSTEM, PARENT);
  await (await tape.fetch(asForeign(own))).text();
  expect(tape.exchanges.map(({ request }) => request.toString())).toEqual(
    [PARENT, FORK].map((said) => bodyOf(SYSTEM, said)),
  );
});

test("a dispatcher that is set while a tape of the process runs is tapped, also one that is put back or made by compose", async () => {
  using tape = recordExchanges.global();
  for (const isComposed of [false, true]) {
    using server = answering(true, isComposed);
    for (const said of [PARENT, FORK]) await server.send(bodyOf(isComposed ? SYSTEM : `A. ${SYSTEM}`, said));
  }
  expect(tape.exchanges.length).toBe(4);
});

const ANSWER = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text: "Anna did." }] });
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** A global dispatcher that answers by itself, as undici's MockAgent does, until it is disposed of. */
function answering(
  asksForParts: boolean,
  isComposed = false,
): Disposable & { readonly send: (body: unknown) => Promise<void> } {
  const before: unknown = Reflect.get(globalThis, DISPATCHER);
  const dispatcher = {
    dispatch: async ({ body }: { readonly body: unknown }, handler: Handler) => {
      if (asksForParts && isParts(body)) for await (const _ of body);
      handler.onHeaders(
        200,
        ["content-type", "application/json"].map((each) => Buffer.from(each)),
      );
      handler.onData(Buffer.from(ANSWER));
      handler.onComplete();
    },
  };
  const set = (value: unknown): unknown => Object.defineProperty(globalThis, DISPATCHER, { value, writable: true });
  // As undici's `compose` makes it: a member that is set on it stays hidden.
  const composed = new Proxy(dispatcher, { get: () => dispatcher.dispatch });
  set(isComposed ? composed : dispatcher);
  return {
    send: async (body) => {
      const ended = Promise.withResolvers<undefined>();
      const handler = { onHeaders: () => true, onData: () => true, onComplete: () => ended.resolve(undefined) };
      const call = { origin: ORIGIN, path: "/v1/messages", method: "POST", headers: HEADERS, body };
      const current: unknown = Reflect.get(globalThis, DISPATCHER);
      void Reflect.apply(Object(current).dispatch, current, [call, handler]);
      await ended.promise;
    },
    [Symbol.dispose]: () => void set(before),
  };
}

type Handler = {
  readonly onHeaders: (status: number, headers: readonly Buffer[]) => unknown;
  readonly onData: (bytes: Buffer) => unknown;
  readonly onComplete: () => unknown;
};

function isParts(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body && !("pipe" in body);
}

/** It has the members of a Request, and not the class. */
function asForeign(request: Request): Request {
  return new Proxy(request, {
    get: (own, name) => {
      const member: unknown = Reflect.get(own, name, own);
      return typeof member === "function" ? member.bind(own) : member;
    },
    getPrototypeOf: () => Object.prototype,
  });
}
