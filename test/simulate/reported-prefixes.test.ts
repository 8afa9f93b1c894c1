import { expect, test } from "vitest";
import { reportedPrefixes } from "../../harness/simulate/reported-prefixes.ts";
import { simulate, usage } from "./simulated.ts";

type Json = { readonly [name: string]: unknown };

const split = (short: number, long: number, read = 0): Json => ({
  ...usage(3, short + long, read),
  cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
});
const text = (words: string, ttl: string): Json => ({
  type: "text",
  text: words,
  cache_control: { type: "ephemeral", ttl },
});
const asks = (said: string): Json => ({
  tools: [],
  system: [text("You look after a small shop in the harbour. ".repeat(150), "1h")],
  messages: [{ role: "user", content: [text(`${said} in the harbour shop tonight? `.repeat(120), "5m")] }],
});

test("a write of two lifetimes gives both lengths, so a read of the longer one is predicted to the token", () => {
  const { exchanges } = simulate([
    { turns: [], t: 0, body: asks("Who works"), usage: split(1000, 1700) },
    { turns: [], t: 310, body: asks("Who works"), usage: split(1000, 0, 1700) },
    { turns: [], t: 320, body: asks("Who sleeps"), usage: split(1100, 0, 1700) },
  ]);
  expect(exchanges.map(({ score, predicted }) => [score, predicted?.read])).toEqual([
    ["first", 0],
    ["exact", 1700],
    ["exact", 1700],
  ]);
});

test("the first reported split stays if another read contradicts it, and that read is wrong", () => {
  const { exchanges } = simulate([
    { turns: [], t: 0, body: asks("Who works"), usage: split(1000, 1700) },
    { turns: [], t: 310, body: asks("Who works"), usage: split(1050, 0, 1650) },
  ]);
  expect(exchanges[1]).toMatchObject({ score: "wrong", predicted: { read: 1700 } });
});

test.each<readonly [says: string, ttls: readonly string[], counted: readonly (number | null)[], link: number | null]>([
  ["one mark of each", ["1h", "5m"], [0, 2700, 1700], 0],
  ["two for an hour, of which the last ends it", ["1h", "1h", "5m"], [0, 2700, 1700], 1],
  ["two for minutes behind it", ["1h", "5m", "5m"], [0, 2700, 1700], 0],
  ["a part was read before", ["1h", "1h", "5m"], [500, 2700, 1700], 1],
  ["all of it for an hour", ["1h", "5m"], [0, 2700, 2700], null],
  ["none of it for an hour", ["1h", "5m"], [0, 2700, 0], null],
  ["the lifetimes are not reported separately", ["1h", "5m"], [0, 2700, null], null],
  ["marks for an hour alone", ["1h", "1h"], [0, 2700, 1700], null],
  ["marks for minutes alone", ["5m", "5m"], [0, 2700, 1700], null],
  ["an hour behind minutes", ["5m", "1h"], [0, 2700, 1700], null],
  ["an hour on both sides of minutes", ["1h", "5m", "1h"], [0, 2700, 1700], null],
  ["the read is not reported", ["1h", "5m"], [null, 2700, 1700], null],
])("a split gives only certain lengths: %s", (_says, ttls, [read = null, write = null, longWrite = null], link) => {
  const breakpoints = ttls.map((ttl, at) => ({ link: at, ttl }));
  const counts = { read, write, fresh: 3, total: null };
  const told = reportedPrefixes({ breakpoints }, { counts, outputTokens: 1, longWrite }, null);
  expect(told).toEqual(link === null ? [] : [{ link, tokens: (read ?? 0) + (longWrite ?? 0) }]);
});
