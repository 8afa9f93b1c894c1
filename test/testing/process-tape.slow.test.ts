import { expect, test } from "vitest";
import { inspect, mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { ask, bodyOf, FORK, HEADERS, PARENT, script, SYSTEM } from "./ask-model.ts";

const viaGlobal: typeof fetch = (...args) => globalThis.fetch(...args);

test("a tape of the process keeps requests to models once, until it is stopped", async () => {
  await using mock = await mockProvider({
    script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }, { text: "Yes." }] },
  });
  const before = globalThis.fetch;
  // Node sets up its dispatcher with its first request.
  await globalThis.fetch("data:,ready");
  const tape = recordExchanges.global();
  await ask(viaGlobal, SYSTEM, PARENT, mock.baseUrl);
  await globalThis.fetch("data:,hello");
  await ask(viaGlobal, SYSTEM, FORK, mock.baseUrl);
  tape.stop();
  tape.stop();
  expect(globalThis.fetch).toBe(before);
  await ask(viaGlobal, SYSTEM, [...FORK, "All hold.", "Sure?"], mock.baseUrl);
  expect(tape.exchanges.map(({ request }) => request.toString())).toEqual([
    bodyOf(SYSTEM, PARENT),
    bodyOf(SYSTEM, FORK),
  ]);
  expect(inspect(tape).totals).toMatchObject({ requests: 2, breaks: 0 });
  expect(mock.exchanges.length).toBe(3);
});

test("a tape of the process sees a request that undici sends below fetch", async () => {
  await using mock = await mockProvider({ script });
  await globalThis.fetch("data:,ready");
  using tape = recordExchanges.global();
  // A fetch that was taken before the tape began still goes through the dispatcher.
  const ended = Promise.withResolvers<undefined>();
  const dispatcher: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  if (typeof dispatcher !== "object" || dispatcher === null) throw new Error("this Node has no dispatcher");
  const call = {
    origin: mock.baseUrl,
    path: "/v1/messages",
    method: "POST",
    headers: HEADERS,
    body: bodyOf(SYSTEM, PARENT),
  };
  const handler = {
    onConnect: () => undefined,
    onHeaders: () => true,
    onData: () => true,
    onComplete: () => ended.resolve(undefined),
    onError: (fault: unknown) => ended.reject(fault),
  };
  const dispatch: unknown = Reflect.get(dispatcher, "dispatch");
  if (typeof dispatch !== "function") throw new Error("the dispatcher cannot dispatch");
  Reflect.apply(dispatch, dispatcher, [call, handler]);
  await ended.promise;
  expect(tape.exchanges).toMatchObject([{ outcome: "complete", response: { status: 200 } }]);
  expect(tape.exchanges[0]?.request.toString()).toBe(bodyOf(SYSTEM, PARENT));
});
