import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { inspect, judge, mockProvider, recordExchanges, simulate, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, bodyOf, FORK, ORIGIN, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

/** A parent and its fork. */
async function keptTape(): Promise<Tape> {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, SYSTEM, PARENT);
  await ask(tape.fetch, SYSTEM, FORK);
  return tape;
}

/** One request with this body. */
async function tapeOf(body: string): Promise<Tape> {
  const tape = recordExchanges({ fetch: () => Promise.resolve(Response.json({})) });
  await tape.fetch(`${ORIGIN}/v1/messages`, { method: "POST", body });
  return tape;
}

/** Calls it as a program without types would. */
function untyped(work: (...args: never[]) => unknown, ...args: readonly unknown[]): () => unknown {
  return () => Reflect.apply(work, null, args);
}

test("every error of a wrong call has its code, its place and its fix in the message, since a test runner prints nothing else", async () => {
  const tape = await keptTape();
  const [parent, child] = tape.exchanges;
  const broken = await tapeOf("not json");
  const wrong: readonly (readonly [string, () => unknown, string])[] = [
    [
      "HX541 judge takes { parent, child }, not one exchange after the other",
      untyped(judge, parent, child),
      "one object",
    ],
    ["HX541 judge: at is 3", untyped(judge, { parent, child, at: 3 }), "/messages/4"],
    ["HX251 ", untyped(judge, { parent, child, at: "/messages/9" }), "fix: "],
    ["HX250 The body of request 1 is not JSON", untyped(judge, { parent, child: broken.exchanges[0] }), "fix: "],
    [
      "HX543 judge: parent and child are both request 1",
      untyped(judge, { parent, child: parent }),
      "how many requests",
    ],
    ["HX541 inspect: parentOf is null", untyped(inspect, tape, { parentOf: null }), '{ "3": "1" }'],
    ["HX541 inspect: parentOf is an array of 1", untyped(inspect, tape, { parentOf: ["1"] }), '{ "3": "1" }'],
    ["HX541 inspect: parentOf is an object with other", untyped(inspect, tape, { parentOf: { 2: 1 } }), "by ids"],
    ["HX252 the array of exchanges holds no request", untyped(inspect, []), "fix: "],
    ["HX543 simulate: the tape holds no request", untyped(simulate, recordExchanges()), "through the tape"],
    ["HX250 The body of request 1 is not JSON", untyped(simulate, broken), "fix: "],
    ["HX141 script has no step", untyped(mockProvider, { script: [] }), "Write at least one answer"],
    ["HX141 script has no step", untyped(mockProvider, { script: {} }), "Write at least one answer"],
    ["HX141 script.parent[0].txt", untyped(mockProvider, { script: { parent: [{ txt: "Yes." }] } }), "fix: "],
    [
      "HX541 toHaveNoCacheBreaks cannot read one exchange",
      () => expect(child).toHaveNoCacheBreaks(),
      "toShareForkPrefix",
    ],
    [
      "HX541 toHaveNoCacheBreaks cannot read a promise that is not awaited",
      () => expect({ tape: Promise.resolve(tape) }.tape).toHaveNoCacheBreaks(),
      "pass a tape",
    ],
  ];
  for (const [what, work, fix] of wrong) {
    const fault: unknown = await Promise.resolve()
      .then(work)
      .catch((thrown: unknown) => thrown);
    const message = fault instanceof Error ? fault.message : "nothing was thrown";
    expect(message.slice(0, what.length)).toBe(what);
    expect(message).toMatch(/\nfix: ./);
    expect(message).toContain(fix);
  }
});

test("a request neither shares nor breaks the prefix of itself or of a later request", async () => {
  const [parent, child] = (await keptTape()).exchanges;
  if (parent === undefined || child === undefined) throw new Error("two requests were sent");
  for (const [one, other, words] of [
    [parent, parent, "are both request 1"],
    [parent, child, "request 1 was sent before request 2"],
  ] as const) {
    expect(() => expect(one).toShareForkPrefix(other)).toThrow(words);
    expect(() => expect(one).not.toShareForkPrefix(other)).toThrow(words);
  }
});

test("a tape that cannot be saved says what to pass instead", async () => {
  using folder = makeTempFolder();
  const tape = await keptTape();
  const place = join(folder.path, "kept");
  await expect(recordExchanges().save(place)).rejects.toThrow(/^HX211 .*\nfix: send a request/);
  await tape.save(place);
  await expect(tape.save(place)).rejects.toThrow(/^HX230 .*kept[\s\S]*\nfix: .*\{ replace: true \}/);
  const secret = await tapeOf(bodyOf(SYSTEM, [`It is sk-ant-api03-${"Ab1".repeat(31)}AA`]));
  await expect(secret.save(join(folder.path, "other"))).rejects.toThrow(/^HX231 [\s\S]*\nfix: .*\{ redact: true \}/);
  await secret.save(join(folder.path, "other"), { redact: true });
});

test("a stand-in for fetch that answers without a Response is refused by name, and the request is kept", async () => {
  for (const [answer, words] of [
    [undefined, "answered undefined, not a Response"],
    [{ ok: true, json: () => ({}) }, "answered an object, not a Response"],
    [{ status: 200, headers: new Headers(), body: { pipe: 1 } }, "answered an object, not a Response"],
  ] as const) {
    const tape: unknown = Reflect.apply(recordExchanges, null, [{ fetch: () => Promise.resolve(answer) }]);
    const { fetch, exchanges } = tape as Tape;
    await expect(ask(fetch, SYSTEM, PARENT)).rejects.toThrow(words);
    expect(exchanges).toEqual([]);
    expect((tape as Tape).exchanges).toMatchObject([{ outcome: "unreachable", response: null }]);
  }
});

test("a fetch that throws at once passes its error on, and the request is kept", async () => {
  const fetch = (): never => {
    throw new RangeError("no such host");
  };
  const tape = recordExchanges({ fetch });
  await expect(ask(tape.fetch, SYSTEM, PARENT)).rejects.toThrow(RangeError);
  expect(tape.exchanges).toMatchObject([{ outcome: "unreachable" }]);
});
