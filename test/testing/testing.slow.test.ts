import { expect, test } from "vitest";
import { inspect, judge, matchers, mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { ask, script, SYSTEM } from "./ask-model.ts";

function check(name: keyof typeof matchers, received: unknown, expected: unknown[], isNot = false): boolean {
  const state = { isNot, equals: (one: unknown, other: unknown): boolean => one === other };
  return Reflect.apply(matchers[name], state, [received, ...expected]).pass;
}

test("a tape of a fork that keeps its parent's prefix passes every matcher", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, SYSTEM, ["Who sailed?"]);
  await ask(tape.fetch, SYSTEM, ["Who sailed?", "Anna did.", "Which notes hold?"]);
  const [parent, child] = tape.exchanges;
  if (parent === undefined || child === undefined) throw new Error("two requests were sent");
  expect(judge({ parent, child })).toMatchObject({ verdict: "byte-identical", reusable: "yes" });
  expect(inspect(tape).totals).toMatchObject({ requests: 2, breaks: 0 });
  expect(check("toShareForkPrefix", child, [parent])).toBe(true);
  expect(check("toHaveNoCacheBreaks", tape, [])).toBe(true);
  expect(check("toHaveFirstTurnRatio", child, [{ atLeast: 0.5 }])).toBe(true);
});

test("a tape of a fork that changes its system prompt fails the matchers and finds the cause", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, SYSTEM, ["Who sailed?"]);
  await ask(tape.fetch, `Now. ${SYSTEM}`, ["Who sailed?", "Anna did.", "Which notes hold?"]);
  const [parent, child] = tape.exchanges;
  expect(check("toShareForkPrefix", child, [parent])).toBe(false);
  expect(check("toHaveNoCacheBreaks", tape, [])).toBe(false);
});

test("matchers throw on one request, on an unknown code and on an unknown option", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, SYSTEM, ["Who sailed?"]);
  expect(() => check("toHaveNoCacheBreaks", tape, [], true)).toThrow("HX252");
  expect(() => check("toHaveFinding", tape, ["CB9999"])).toThrow("HX541");
  expect(() => Reflect.apply(recordExchanges, null, [{ fetsh: fetch }])).toThrow('did you mean "fetch"?');
});

test("a tape keeps a request whose fetch throws, and passes the error on", async () => {
  const tape = recordExchanges({ fetch: () => Promise.reject(new TypeError("fetch failed")) });
  await expect(ask(tape.fetch, SYSTEM, ["Who sailed?"])).rejects.toThrow("fetch failed");
  expect(tape.exchanges).toMatchObject([{ outcome: "unreachable", response: null }]);
});
