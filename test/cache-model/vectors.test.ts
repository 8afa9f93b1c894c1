import { describe, expect, test } from "vitest";
import { checkBreakpoints } from "../../harness/cache-model/prompt/check-breakpoints.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { ask, assistant, chainFrom, mark, mark1h, say, session, tool, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

const many = (count: number, from = 0): readonly Json[] =>
  Array.from({ length: count }, (_, index) => say(`block ${from + index}`, 100));
const marked = (blocks: readonly Json[], ...at: readonly number[]): readonly Json[] =>
  blocks.map((block, index) => (at.includes(index + 1) ? { ...block, cache_control: mark } : block));
const faultOf = (body: Json): unknown =>
  checkBreakpoints(parseLayout(Buffer.from(JSON.stringify(body))), anthropicRules)?.fault ?? null;

/** Ids, sequences and numbers: harness/cache-model/VECTORS.md. Each answer is fresh, written, read. */
describe("recorded sequences", () => {
  test("V01 a marked system prompt is written, then read", () => {
    const { send } = session({ trailer: 3 });
    const body = ask({ model: "claude-haiku-4-5", system: [say("s", 7351, mark)], messages: [user(say("u", 7))] });
    expect([send(body), send(body)]).toEqual([
      [10, 7351, 0],
      [10, 0, 7351],
    ]);
  });

  test("V03 a loop with marks on tools, system and the last message reads what it wrote", () => {
    // Sonnet 4.6 ends a prompt with 3 tokens behind a text, with 1 behind a result (harness/providers/FACTS.md#anthropic-usage).
    const { send } = session({ trailer: 1 });
    const head = { model: "claude-sonnet-4-6", tools: [tool("look", 2000, mark)], system: [say("s", 3000, mark)] };
    const turn = (...messages: readonly Json[]): Json => ask({ ...head, messages });
    const first = user(say("u", 169));
    const call = (id: string, tokens: number): Json =>
      assistant({ type: "tool_use", id, name: "look", input: { n: `${tokens}tok` } });
    const result = (id: string, tokens: number, cache_control?: Json): Json =>
      user({ type: "tool_result", tool_use_id: id, content: `${tokens}tok`, ...(cache_control && { cache_control }) });
    expect([
      send(turn(user(say("u", 169, mark))), 1000, { trailer: 3 }),
      send(turn(first, call("a", 60), result("a", 41, mark))),
      send(turn(first, call("a", 60), result("a", 41), call("b", 50), result("b", 49, mark))),
    ]).toEqual([
      [3, 5169, 0],
      [1, 101, 5169],
      [1, 99, 5270],
    ]);
  });

  test("V04 an identical repeat reads everything but the trailer", () => {
    const { send } = session({ trailer: 3 });
    const body = ask({ model: "claude-sonnet-4-6", system: [say("s", 9000)], messages: [user(say("u", 708, mark))] });
    expect([send(body), send(body)]).toEqual([
      [3, 9708, 0],
      [3, 0, 9708],
    ]);
  });

  test("V05 automatic caching begins where the prompt passes the minimum", () => {
    const { send } = session();
    const body = (...messages: readonly Json[]): Json => ask({ cache_control: mark, messages });
    const call = (id: string, tokens: number): Json =>
      assistant({ type: "tool_use", id, name: "look", input: { n: `${tokens}tok` } });
    const result = (id: string, tokens: number): Json =>
      user({ type: "tool_result", tool_use_id: id, content: `${tokens}tok` });
    const first = [user(say("u", 816))];
    const second = [...first, call("a", 53), result("a", 200)];
    const third = [...second, call("b", 50), result("b", 35)];
    const told = [
      send(body(...first), 1000, { trailer: 3 }),
      send(body(...second), 2000, { trailer: 7 }),
      send(body(...third), 3000, { trailer: 6 }),
    ];
    expect(told).toEqual([
      [819, 0, 0],
      [7, 1069, 0],
      [6, 85, 1069],
    ]);
    expect(told.map((counters) => counters.reduce((sum, tokens) => sum + tokens, 0))).toEqual([819, 1076, 1160]);
  });

  test("V06 a system message inside messages is a block like others", () => {
    const { send } = session({ trailer: 2 });
    const late = { role: "system", content: [say("rule", 90, mark)] };
    const body = ask({ model: "claude-opus-4-8", messages: [user(say("u", 1500)), late] });
    expect([send(body), send(body)]).toEqual([
      [2, 1590, 0],
      [2, 0, 1590],
    ]);
  });

  test("V07 an appended answer and user turn are written", () => {
    const { send } = session({ trailer: 3 });
    const first = user(say("u", 1111));
    send(ask({ messages: [user(say("u", 1111, mark))] }));
    expect([
      send(ask({ messages: [user(say("u", 1111, mark))] })),
      send(ask({ messages: [first, assistant(say("a", 406)), user(say("v", 12, mark))] })),
    ]).toEqual([
      [3, 0, 1111],
      [3, 418, 1111],
    ]);
  });

  test("V09 and V10 a mixed write is split at the last one-hour mark", () => {
    const automatic = session({ trailer: 3 });
    const body = ask({ cache_control: mark, system: [say("s", 4544, mark1h)], messages: [user(say("u", 19))] });
    expect(automatic.predict(body).usage.writeByTtl).toEqual({ "1h": 4544, "5m": 19 });
    automatic.send(body);
    expect(automatic.send(body)).toEqual([3, 0, 4563]);

    const tools = ask({ ...body, tools: [tool("t", 4822, mark1h)], messages: [user(say("u", 337))] });
    expect(session().predict(tools).usage).toMatchObject({ write: 9703, writeByTtl: { "1h": 9366, "5m": 337 } });
  });

  test("V54 counted tokens are the sum of the three counters", () => {
    expect(chainFrom(ask({ messages: [user(say("u", 1111))] }), 3).total).toBe(1114);
  });
});

describe("marks, lookback, limits", () => {
  test("V11 a hit, a one-hour stretch and a five-minute stretch", () => {
    const { send, predict } = session({ trailer: 10 });
    /** Ends of the blocks; Opus 5 caches 512 tokens and more. */
    const [HIT, HOUR, END, ALL] = [1000, 3000, 3500, 3510];
    const turn = (...blocks: readonly Json[]): Json => ask({ model: "claude-opus-5", messages: [user(...blocks)] });
    send(turn(say("a", HIT, mark)));
    const asked = turn(say("a", HIT), say("b", HOUR - HIT, mark1h), say("c", END - HOUR, mark));
    expect(predict(asked).usage).toEqual({
      read: 1000,
      write: 2500,
      fresh: 10,
      total: ALL,
      writeByTtl: { "1h": 2000, "5m": 500 },
    });
  });

  test("V12 an entry 20 positions behind the mark is out of reach; V13 a second mark there repairs it", () => {
    const { send } = session();
    const system = [say("s", 2000)];
    const turn = (count: number, ...at: readonly number[]): Json =>
      ask({ system, messages: [user(...marked(many(count), ...at))] });
    expect([send(turn(10, 10)), send(turn(15, 15)), send(turn(35, 35))]).toEqual([
      [0, 3000, 0],
      [0, 500, 3000],
      [0, 5500, 0],
    ]);
    const repaired = session();
    repaired.send(turn(15, 15));
    expect(repaired.send(turn(35, 15, 35))).toEqual([0, 2000, 3500]);
    const reachable = session();
    reachable.send(turn(15, 15));
    expect(reachable.predict(turn(34, 34)).hit).toMatchObject({ tokens: 3500, lookback: 19 });
  });

  test("V14 a mark on a block that changes never hits", () => {
    const { send } = session();
    const turn = (now: string): Json =>
      ask({ system: [say("s", 2000)], messages: [user(...many(5), say(now, 100, mark))] });
    expect([send(turn("10:00")), send(turn("10:01")), send(turn("10:02"))].map(([, , read]) => read)).toEqual([
      0, 0, 0,
    ]);
  });

  test("V15 runs of calls and of results are one position each; block by block they are out of reach", () => {
    const system = [say("s", 2000)];
    const calls = Array.from({ length: 12 }, (_, i) => ({
      type: "tool_use",
      id: `c${i}`,
      name: "t",
      input: { n: "10tok" },
    }));
    const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "10tok" }));
    const last = { ...results[11], cache_control: mark };
    const grown = ask({
      system,
      messages: [user(...many(10)), assistant(...calls), user(...results.slice(0, 11), last)],
    });
    const read = (rules: typeof anthropicRules): number | undefined => {
      const { send } = session({ rules });
      send(ask({ system, messages: [user(...marked(many(10), 10))] }));
      return send(grown)[2];
    };
    expect(read(anthropicRules)).toBe(3000);
    expect(read({ ...anthropicRules, runsShareAPosition: { value: [], source: "[S] clones" } })).toBe(0);
  });

  test("V16 and V17 five marks are refused, the automatic one counts", () => {
    const blocks = (count: number): Json =>
      ask({ messages: [user(...marked(many(6), ...[1, 2, 3, 4, 5].slice(0, count)))] });
    expect([blocks(4), blocks(5)].map(faultOf)).toEqual([null, "too-many"]);
    expect([3, 4].map((count) => faultOf({ ...blocks(count), cache_control: mark }))).toEqual([null, "too-many"]);
  });

  test("V18 an automatic mark on a marked block is one mark, or a conflict", () => {
    const body = (own: Json): Json =>
      ask({ cache_control: mark, messages: [user(...marked(many(3), 1, 2), say("z", 1, own))] });
    expect(faultOf(body(mark))).toBe(null);
    expect(faultOf({ ...body(mark), system: [say("s", 1, mark)] })).toBe(null);
    expect(faultOf(body(mark1h))).toBe("automatic-conflict");
    expect(chainFrom(body(mark)).breakpoints).toHaveLength(3);
  });

  test("V19 a one-hour mark after a five-minute one is refused", () => {
    expect(faultOf(ask({ system: [say("s", 1, mark)], messages: [user(say("u", 1, mark1h))] }))).toBe("ttl-order");
    expect(faultOf(ask({ system: [say("s", 1, mark1h)], messages: [user(say("u", 1, mark))] }))).toBe(null);
    expect(faultOf(ask({ messages: [user(say("u", 1, { ...mark, ttl: "2h" }))] }))).toBe("unknown-ttl");
  });

  test("V39 without a mark nothing is read, though entries exist", () => {
    const { send } = session();
    send(ask({ messages: [user(say("u", 2000, mark))] }));
    expect(send(ask({ messages: [user(say("u", 2000))] }))).toEqual([2000, 0, 0]);
  });

  test("V40 a pre-warm writes as the request itself would; the real one reads it", () => {
    const { send } = session({ trailer: 8 });
    const asked = ask({ system: [say("s", 5120, mark)], messages: [user(say("warmup", 0))] });
    expect(send({ ...asked, max_tokens: 0 })).toEqual([8, 5120, 0]);
    expect(send({ ...asked, messages: [user(say("real", 12))] })[2]).toBe(5120);
  });

  test("V45 25 blocks behind the parent's mark lose it; a mark kept at the boundary finds it", () => {
    const { send } = session();
    const parent = say("p", 5000, mark);
    send(ask({ messages: [user(parent)] }));
    const child = (kept: Json): Json =>
      ask({ messages: [user(kept), assistant(say("a", 10)), user(...marked(many(25), 25))] });
    expect(send(child(say("p", 5000)))[2]).toBe(0);
    expect(session().send(child(parent))[2]).toBe(0);
    const again = session();
    again.send(ask({ messages: [user(parent)] }));
    expect(again.send(child(parent))).toEqual([0, 2510, 5000]);
  });

  test("V62 below Opus 4.6's minimum nothing is cached", () => {
    const { send } = session();
    const body = ask({ model: "claude-opus-4-6", messages: [user(say("u", 4000, mark))] });
    expect([send(body), send(body)]).toEqual([
      [4000, 0, 0],
      [4000, 0, 0],
    ]);
  });
});
