import { expect, test } from "vitest";
import { inspect, judge, mockProvider, recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { checkSpan } from "../../harness/testing/vitest/check-span.ts";
import { WatchedSpan } from "../../harness/testing/vitest/watched-span.ts";
import { KeptExchanges } from "../../harness/testing/tape/kept-exchanges.ts";
import { ask, FORK, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

type End = "answered" | "refused" | "overloaded" | "down" | "cut" | "in flight";
const ends: readonly End[] = ["answered", "refused", "overloaded", "down", "cut", "in flight"];

/** A parent and its fork, each of which ends so. */
async function tapeOf(parent: End, fork: End): Promise<Tape> {
  await using mock = await mockProvider({ script });
  let end: End = parent;
  const tape = recordExchanges({
    fetch: (input, init) => {
      switch (end) {
        case "answered":
          return mock.fetch(input, init);
        case "refused":
          return Promise.resolve(Response.json({ type: "error", error: { type: "x" } }, { status: 400 }));
        case "overloaded":
          return Promise.resolve(
            Response.json({ type: "error", error: { type: "overloaded_error" } }, { status: 529 }),
          );
        case "down":
          return Promise.reject(new TypeError("down"));
        case "cut":
          return Promise.resolve(new Response(brokenStream(), { headers: { "content-type": "text/event-stream" } }));
        case "in flight":
          return Promise.withResolvers<Response>().promise;
      }
    },
  });
  for (const [each, said] of [
    [parent, PARENT],
    [fork, FORK],
  ] as const) {
    end = each;
    const asked = ask(tape.fetch, SYSTEM, said).catch(() => null);
    if (each !== "in flight") await asked;
  }
  return tape;
}

/** A stream that breaks before its first byte. */
function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
}

const assertions: Readonly<Record<string, (tape: Tape) => void>> = {
  toShareForkPrefix: ({ exchanges: [parent, child] }) => expect(child).toShareForkPrefix(known(parent)),
  "not.toShareForkPrefix": ({ exchanges: [parent, child] }) => expect(child).not.toShareForkPrefix(known(parent)),
  toHaveNoCacheBreaks: (tape) => expect(tape).toHaveNoCacheBreaks(),
  "not.toHaveNoCacheBreaks": (tape) => expect(tape).not.toHaveNoCacheBreaks(),
  "toHaveFinding on an exchange": ({ exchanges }) => expect(exchanges[1]).toHaveFinding("CB301"),
  "not.toHaveFinding on an exchange": ({ exchanges }) => expect(exchanges[1]).not.toHaveFinding("CB301"),
  "not.toHaveFinding on a tape": (tape) => expect(tape).not.toHaveFinding("CB301"),
  "not.toHaveFinding on an inspection": (tape) => expect(inspect(tape)).not.toHaveFinding("CB301"),
  "not.toHaveFinding on a judgement": ({ exchanges: [parent, child] }) =>
    expect(judge({ parent: known(parent), child: known(child) })).not.toHaveFinding("CB301"),
  "toHaveFirstTurnRatio on an exchange": ({ exchanges }) => expect(exchanges[1]).toHaveFirstTurnRatio({ atLeast: 0.1 }),
  "not.toHaveFirstTurnRatio on an exchange": ({ exchanges }) =>
    expect(exchanges[1]).not.toHaveFirstTurnRatio({ atLeast: 0.1 }),
  "toHaveFirstTurnRatio on a tape": (tape) =>
    expect(inspect(tape, { parentOf: { 2: "1" } })).toHaveFirstTurnRatio({ atLeast: 0.1 }),
};

/** Those that hold for a fork that keeps its parent's prefix. */
const hold = Object.keys(assertions).filter((name) => !/^not\.(?!toHaveFinding)|^toHaveFinding/.test(name));

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("two requests were sent");
  return value;
}

test("no matcher passes on a parent or a fork that was not answered, and all pass on two that were answered", async () => {
  for (const parent of ends) {
    for (const fork of ends) {
      const tape = await tapeOf(parent, fork);
      const passed = Object.entries(assertions).flatMap(([name, asserts]) =>
        passes(() => asserts(tape)) ? [name] : [],
      );
      expect(passed, `${parent} parent, ${fork} fork`).toEqual(
        parent === "answered" && fork === "answered" ? hold : [],
      );
    }
  }
});

function passes(asserts: () => void): boolean {
  try {
    asserts();
    return true;
  } catch {
    return false;
  }
}

test("the automatic check counts no comparison with a request that was not answered", async () => {
  const counts: Record<string, number> = {};
  for (const parent of ["answered", "refused", "down"] as const) {
    for (const fork of ["answered", "refused", "down"] as const) {
      const source = KeptExchanges.sourceOf(await tapeOf(parent, fork));
      if (source === null) throw new Error("a tape keeps its exchanges");
      const span = new WatchedSpan(null);
      for (const id of ["1", "2"]) span.sent(source, id);
      checkSpan(span, new Set(), {
        compared: (compared) => (counts[`${parent} ${fork}`] = compared),
        unread: () => undefined,
      });
    }
  }
  const silent = Object.entries(counts).filter(([ends]) => ends !== "answered answered");
  expect(counts["answered answered"]).toBe(1);
  expect(silent.map(([, compared]) => compared)).toEqual(Array(8).fill(0));
});

const overloaded = { error: { status: 529 } } as const;

/** A parent and its fork, each after one refused attempt, as an SDK retries it. */
async function retriedTape(forkSystem: string): Promise<Tape> {
  await using mock = await mockProvider({
    script: { parent: [overloaded, { text: "Anna did." }], fork: [overloaded, { text: "All hold." }] },
  });
  const tape = recordExchanges({ fetch: mock.fetch });
  for (const [system, said] of [
    [SYSTEM, PARENT],
    [SYSTEM, PARENT],
    [forkSystem, FORK],
    [forkSystem, FORK],
  ] as const) {
    await ask(tape.fetch, system, said);
  }
  return tape;
}

test("an SDK's retries do not move the places of tape.answered", async () => {
  const kept = await retriedTape(SYSTEM);
  expect(kept.answered.map(({ id }) => id)).toEqual(["2", "4"]);
  expect(kept.answered[1]).toShareForkPrefix(known(kept.answered[0]), { reusable: "yes" });
  expect(kept).toHaveNoCacheBreaks();
  expect(kept).toHaveFirstTurnRatio({ atLeast: 0.9 });
  const broken = await retriedTape(`Now. ${SYSTEM}`);
  expect(() => expect(broken.answered[1]).toShareForkPrefix(known(broken.answered[0]))).toThrow("CB308");
  expect(() => expect(broken).toHaveNoCacheBreaks()).toThrow("CB308");
  expect(() => expect(broken).toHaveFirstTurnRatio({ atLeast: 0.9 })).toThrow("it is 0.0 % at 4");
});

test("a request that is sent again is refused as a fork of itself, with the request to assert on instead", async () => {
  const { exchanges } = await retriedTape(`Now. ${SYSTEM}`);
  const [first, again, , fork] = exchanges;
  for (const [child, parent, words] of [
    [again, first, /request 1 was refused \(529\)[\s\S]*assert on request 2[\s\S]*tape\.answered/],
    [fork, first, /request 1 was refused[\s\S]*assert on request 2/],
  ] as const) {
    expect(() => expect(child).toShareForkPrefix(known(parent))).toThrow(words);
    expect(() => expect(child).not.toShareForkPrefix(known(parent))).toThrow(words);
  }
  await using mock = await mockProvider({
    script: { parent: [{ text: "Anna did." }], fork: [{ text: "Anna." }], "fork[2]": [{ text: "Yes." }] },
  });
  const tape = recordExchanges({ fetch: mock.fetch });
  for (const said of [PARENT, PARENT, FORK]) await ask(tape.fetch, SYSTEM, said);
  const [parent, same] = tape.exchanges;
  const words = /request 2 sends request 1 again and adds nothing[\s\S]*such as 3/;
  expect(() => expect(same).toShareForkPrefix(known(parent))).toThrow(words);
  expect(() => expect(same).not.toShareForkPrefix(known(parent))).toThrow(words);
});

/** A tape without a mocked provider: nothing but the requests says who forks. */
async function tapeWithoutLanes(): Promise<Tape> {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({
    fetch: async (input, init) => {
      const { body, status } = await mock.fetch(input, init);
      return new Response(body, { status, headers: { "content-type": "application/json" } });
    },
  });
  for (const said of [PARENT, FORK]) await ask(tape.fetch, SYSTEM, said);
  return tape;
}

test("each fix of a ratio that cannot be asserted leads to one that can", async () => {
  await using mock = await mockProvider({ script });
  const scripted = recordExchanges({ fetch: mock.fetch });
  for (const said of [PARENT, FORK]) await ask(scripted.fetch, SYSTEM, said);
  expect(scripted).toHaveFirstTurnRatio({ atLeast: 0.9 });
  expect(() => expect(scripted).toHaveFirstTurnRatio({ atLeast: 1 })).toThrow("at 2");
  const tape = await tapeWithoutLanes();
  expect(() => expect(tape).toHaveFirstTurnRatio({ atLeast: 0.9 })).toThrow(
    /HX543[\s\S]*tape\.answered\[1\][\s\S]*parentOf: \{ "2": "1" \}/,
  );
  expect(tape.answered[1]).toHaveFirstTurnRatio({ atLeast: 0.9 });
  expect(inspect(tape, { parentOf: { "2": "1" } })).toHaveFirstTurnRatio({ atLeast: 0.9 });
  expect(() => expect(tape.exchanges[0]).toHaveFirstTurnRatio({ atLeast: 0.9 })).toThrow(
    "expect(judge({ parent, child }))",
  );
  const [parent, child] = tape.answered;
  expect(judge({ parent: known(parent), child: known(child) })).toHaveFirstTurnRatio({ atLeast: 0.9 });
});
