import { expect, test } from "vitest";
import type { Simulation } from "../../harness/kernel/simulation.ts";
import { first, grown, simulate, told, usage } from "./simulated.ts";

test("a growing conversation is predicted to the token, from earlier reported totals", () => {
  const { exchanges, summary } = simulate([
    first,
    { turns: grown, usage: usage(3, 120, 2000) },
    { turns: grown, usage: usage(3, 0, 2120) },
  ]);
  expect(exchanges.map(({ id, predicted, follows }) => ({ id, predicted, follows }))).toEqual([
    { id: "s#0", predicted: { read: 0, write: 2000, fresh: 3, total: 2003 }, follows: null },
    { id: "s#1", predicted: { read: 2000, write: 120, fresh: 3, total: 2123 }, follows: "s#0" },
    { id: "s#2", predicted: { read: 2120, write: 0, fresh: 3, total: 2123 }, follows: "s#1" },
  ]);
  expect(exchanges.map((each) => each.exact)).toEqual([true, true, true]);
  expect(exchanges.map((each) => each.class)).toEqual([
    { predicted: "none", recorded: "none" },
    { predicted: "full", recorded: "full" },
    { predicted: "full", recorded: "full" },
  ]);
  expect(summary.all).toEqual({
    exchanges: 3,
    followUps: 2,
    exact: 2,
    rightEntry: 0,
    withinBound: 0,
    shorterEntry: 0,
    wrong: 0,
    classRight: 2,
    first: 1,
    setApart: {},
  });
});

test("a miss that the model did not predict is wrong", () => {
  const { exchanges, summary } = simulate([first, { turns: grown, usage: usage(3, 2120, 0) }]);
  expect(exchanges[1]).toMatchObject({ score: "wrong", exact: false, class: { predicted: "full", recorded: "none" } });
  expect(summary.all).toMatchObject({ followUps: 1, wrong: 1, classRight: 0 });
});

test("a read of an older entry is a shorter one, and a read of no entry is wrong", () => {
  const grownAgain = [...grown, "sure", "and now"];
  const turns = (read: number): Simulation =>
    simulate([
      first,
      { turns: grown, usage: usage(3, 120, 2000) },
      { turns: grownAgain, usage: usage(3, 2300 - read, read) },
    ]);
  expect(turns(2000).exchanges[2]).toMatchObject({ score: "shorter-entry", class: { recorded: "mid" } });
  expect(turns(1000).exchanges[2]).toMatchObject({ score: "wrong" });
});

test("a read that nothing in the recording could have stored is a warm start, but one of another prefix's entry is wrong", () => {
  expect(told(simulate([{ turns: ["hello"], usage: usage(3, 0, 2000) }]))).toEqual(["warm start"]);
  const other = { ...first, body: { model: "claude-sonnet-4-6" } };
  expect(told(simulate([first, { ...other, usage: usage(3, 0, 2000) }]))).toEqual(["first", "wrong"]);
});

test("sums over inner rounds and compactions are excluded with their reason", () => {
  const loop = { ...usage(3, 100, 9000), server_tool_use: { web_search_requests: 1 } };
  const compacted = { ...usage(3, 0, 0), iterations: [{ type: "compaction" }, { type: "message" }] };
  const given = [
    { turns: ["a"], usage: loop },
    { turns: ["b"], usage: compacted },
    { turns: ["c"], usage: null },
    { turns: ["d"], usage: usage(3, 1, 2) },
    { turns: ["e"], usage: { input_tokens: 9, output_tokens: 1 } },
  ];
  const { summary } = simulate(given);
  expect(told(simulate(given))).toEqual([
    "server-tool loop",
    "compaction",
    "no usage reported",
    "contradicts itself",
    "no usage reported",
  ]);
  expect(summary.all).toMatchObject({ followUps: 0, setApart: { "no usage reported": 2, compaction: 1 } });
});

test("exchanges are played in time order, and an entry expires", () => {
  const early = { ...first, t: 1_000_000 };
  const late = { turns: grown, usage: usage(3, 120, 2000), t: 1_000_100 };
  expect(told(simulate([late, early]))).toEqual(["first", "exact"]);
  const expired = { turns: grown, usage: usage(3, 2120, 0), t: 1_000_301 };
  expect(told(simulate([early, expired]))).toEqual(["first", "first"]);
});

test("in lag mode an entry is late by one request", () => {
  const { exchanges } = simulate(
    [first, { turns: ["hello"], usage: usage(3, 2000, 0) }, { turns: ["hello"], usage: usage(3, 0, 2000) }],
    { mode: "lag" },
  );
  expect(exchanges.map(({ predicted }) => predicted?.read)).toEqual([0, 0, 2000]);
});

test("lengths without anchors are estimates, and are marked as such", () => {
  const { tokens, exchanges } = simulate([first, { turns: grown, usage: usage(3, 120, 2000) }], { anchored: false });
  expect(tokens).toBe("estimated");
  const [one, two] = exchanges.map(({ predicted }) => predicted);
  expect(two?.read).toBe(one?.write);
  expect(one?.write).not.toBe(2000);
});

test("a model without a row gets the rules for any other, and is named once", () => {
  const later = { ...first, body: { model: "claude-opus-9" } };
  const { exchanges, summary } = simulate([first, later, later]);
  expect(exchanges.map(({ modelIsKnown }) => modelIsKnown)).toEqual([true, false, false]);
  expect(summary.unknownModels).toEqual(["claude-opus-9"]);
});

test("a provider without a model is named instead of guessed", () => {
  const { exchanges, summary } = simulate([first], { provider: "nobody" });
  expect(exchanges[0]).toMatchObject({ predicted: null, setApart: "no cache model", recorded: { read: 0 } });
  expect(summary.notModelled).toEqual(["nobody"]);
});

test("a changed block changes no length before it: reported ones stay exact, and the rest is an estimate", () => {
  const told = [first, { turns: grown, usage: usage(3, 120, 2000) }];
  const changed = { turns: ["hello", "yes", "go on, but slowly"], usage: null };
  const [, , other] = simulate([...told, changed]).exchanges;
  expect(other).toMatchObject({ predicted: { read: 2000 }, estimated: true, follows: "s#1" });
  const [, , same] = simulate([...told, { turns: grown, usage: null }]).exchanges;
  expect(same).toMatchObject({ predicted: { read: 2120 }, follows: "s#1" });
});

test("a turn's ratio is shown with its expectation: well used, missed, too short, cold, not reported", () => {
  const { exchanges, summary } = simulate([
    { ...first, t: 0 },
    { turns: grown, usage: usage(3, 120, 2000), t: 1 },
    { turns: grown, usage: usage(3, 2120, 0), t: 2 },
    { turns: grown, usage: null, t: 3 },
    { turns: grown, usage: usage(3, 2120, 0), t: 4_000 },
  ]);
  expect(exchanges.map(({ ratio }) => ratio?.verdict ?? null)).toEqual([null, "ok", "low", "unknown", "cold-parent"]);
  expect(exchanges[1]?.ratio).toMatchObject({ observed: 2000 / 2123, expected: expect.closeTo(2000 / 2123, 3) });
  expect(exchanges[2]?.ratio).toMatchObject({ observed: 0, efficiency: 0 });
  expect(summary.ratios).toEqual({ ok: 1, low: 1, "cold-parent": 1, "below-minimum": 0, unknown: 1 });
  const small = { tools: [{ name: "t", description: "d", input_schema: {} }] };
  const short = simulate([
    { turns: ["hello"], usage: usage(20, 0, 0), body: small },
    { turns: grown, usage: usage(30, 0, 0), body: small },
  ]);
  expect(short.exchanges[1]?.ratio).toEqual({ observed: 0, expected: 0, efficiency: null, verdict: "below-minimum" });
});

test("an hour's write is priced by the answer's split, else by the breakpoints, else as minutes with a note", () => {
  const hour = (text: string, ttl?: string): object => ({
    role: "user",
    content: [{ type: "text", text, cache_control: { type: "ephemeral", ...(ttl !== undefined && { ttl }) } }],
  });
  const tools = [{ name: "t", description: "d ".repeat(3000), input_schema: {} }];
  const asks = (text: string, ...messages: readonly object[]): Parameters<typeof simulate>[0][number] => ({
    turns: [text],
    usage: usage(0, 1e5, 0),
    body: { tools, messages },
  });
  const split = {
    ...usage(0, 1e5, 0),
    cache_creation: { ephemeral_5m_input_tokens: 6e4, ephemeral_1h_input_tokens: 4e4 },
  };
  const { exchanges } = simulate([
    asks("a", hour("a")),
    asks("b", hour("b", "1h")),
    asks("c", hour("c", "1h"), hour("c")),
    { ...asks("d", hour("d", "1h"), hour("d")), usage: split },
  ]);
  const answer = 15 / 1e6;
  const costs = exchanges.map(({ cost }) => [cost.recorded, cost.assumesLifetime ?? false]);
  expect(costs).toEqual([
    [expect.closeTo(0.375 + answer, 9), false],
    [expect.closeTo(0.6 + answer, 9), false],
    [expect.closeTo(0.375 + answer, 9), true],
    [expect.closeTo(0.04 * 6 + 0.06 * 3.75 + answer, 9), false],
  ]);
});
