import { describe, expect, test } from "vitest";
import { openaiResponses } from "../../harness/wires/openai-responses/wire.ts";
import { chat, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

const point = { mode: "explicit" } as const;
const part = (text: string, mark?: Json): Json => ({
  type: "text",
  text,
  ...(mark && { prompt_cache_breakpoint: mark }),
});
const userOf = (...content: readonly Json[]): Json => ({ role: "user", content });
const sol = (messages: readonly Json[], members: Json = {}): Json => ({ model: "gpt-5.6-sol", messages, ...members });
const explicit = { prompt_cache_options: { mode: "explicit" } };

/** Ids, sequences and numbers: harness/cache-model/VECTORS.md. Each answer is the whole prompt, read, written. */
describe("OpenAI's caches since GPT-5.6", () => {
  test("V63 an explicit point is written, then read, on Chat and on Responses", () => {
    const text = "doc 4012tok";
    const inChat = sol([userOf(part(text, point), part("ask 5tok"))], explicit);
    const item = {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text, prompt_cache_breakpoint: point },
        { type: "input_text", text: "ask 5tok" },
      ],
    };
    const inResponses = { model: "gpt-5.6-sol", input: [item], ...explicit };
    for (const [body, dialect] of [
      [inChat, undefined],
      [inResponses, openaiResponses],
    ] as const) {
      const { send } = wireSession("openai", { trailer: 3, ...(dialect && { dialect }) });
      expect([send(body), send(body)]).toEqual([
        [4020, 0, 4012],
        [4020, 4012, 0],
      ]);
    }
  });

  test("V64 the newest message end is written, and a growing conversation reads it", () => {
    const { send } = wireSession("openai");
    const begun = [userOf(part("u 12000tok"))];
    const grown = [...begun, { role: "assistant", content: "a 1000tok" }, userOf(part("v 2000tok"))];
    expect([send(sol(begun)), send(sol(grown))]).toEqual([
      [12_000, 0, 12_000],
      [15_000, 12_000, 3000],
    ]);
  });

  test("V65 mode explicit without breakpoints caches nothing", () => {
    const { send } = wireSession("openai");
    const body = sol([userOf(part("u 5000tok"))], explicit);
    expect([send(body), send(body)]).toEqual([
      [5000, 0, 0],
      [5000, 0, 0],
    ]);
  });

  test("V66 another explicit breakpoint does not find what was written implicitly", () => {
    const { send } = wireSession("openai");
    send(sol([userOf(part("a 2000tok"), part("b 2000tok"))]));
    expect(send(sol([userOf(part("a 2000tok", point), part("b 2000tok"))], explicit))[1]).toBe(0);
  });

  test("V67 a message that grows misses, since its old end is not a boundary", () => {
    const { send } = wireSession("openai");
    send(sol([userOf(part("a 2000tok"))]));
    expect(send(sol([userOf(part("a 2000tok"), part("b 2000tok"))]))[1]).toBe(0);
  });

  test("V68 of five explicit breakpoints the newest four are written", () => {
    const parts = [1, 2, 3, 4, 5].map((at) => part(`p${at} 2000tok`, point));
    const { send } = wireSession("openai");
    expect(send(sol([userOf(...parts)], explicit))).toEqual([10_000, 0, 10_000]);
    const upTo = (count: number): number => send(sol([userOf(...parts.slice(0, count))], explicit))[1];
    expect(upTo(2)).toBe(4000);
    const again = wireSession("openai");
    again.send(sol([userOf(...parts)], explicit));
    expect(again.send(sol([userOf(parts[0] ?? {})], explicit))[1]).toBe(0);
  });

  test("V69 prompts below 1024 cache nothing; then each turn reads the one before; another text.format reads nothing", () => {
    const { send } = wireSession("openai", { dialect: openaiResponses });
    const ask = (...tokens: readonly number[]): Json => ({
      model: "gpt-5.6-sol",
      input: tokens.map((count, at) => ({
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: `t${at} ${count}tok` }],
      })),
    });
    const json = { text: { format: { type: "json_object" } } };
    expect([
      send(ask(592)),
      send(ask(592, 1018)),
      send(ask(592, 1018, 2436)),
      send({ ...ask(592, 1018, 2436, 205), ...json }),
    ]).toEqual([
      [592, 0, 0],
      [1610, 0, 1610],
      [4046, 1610, 2436],
      [4251, 0, 4251],
    ]);
  });

  test("V70 the end of the instructions is stored, and another user turn reads it", () => {
    const { send } = wireSession("openai", { trailer: 3 });
    const ask = (text: string): Json =>
      sol([
        { role: "system", content: "s 6002tok" },
        { role: "user", content: text },
      ]);
    expect([send(ask("a 1493tok")), send(ask("b 1479tok")), send(ask("c 1514tok"))]).toEqual([
      [7498, 0, 7495],
      [7484, 6002, 1479],
      [7519, 6002, 1514],
    ]);
  });

  test("V71 and V77 another cache key reads nothing; the parent's key reads the parent's prefix", () => {
    const { send } = wireSession("openai");
    const begun = [userOf(part("u 5000tok"))];
    const fork = [...begun, { role: "assistant", content: "a 10tok" }, userOf(part("d 90tok"))];
    send(sol(begun, { prompt_cache_key: "parent" }));
    expect(send(sol(fork, { prompt_cache_key: "fork" }))[1]).toBe(0);
    expect(send(sol(fork, { prompt_cache_key: "parent" }))[1]).toBe(5000);
  });

  test("V73 an entry lives 30 minutes from its last use", () => {
    const body = sol([userOf(part("u 5000tok"))]);
    const atMs = (minutes: number, seconds: number): number => (minutes * 60 + seconds) * 1000;
    for (const [after, read] of [
      [atMs(29, 59), 5000],
      [atMs(30, 1), 0],
    ] as const) {
      const { send } = wireSession("openai");
      send(body, { atMs: 0, lasts: 1 });
      expect(send(body, { atMs: after })[1]).toBe(read);
    }
  });

  test("an entry lives as long as the request asks for all that it stores, and a breakpoint as long as its own lifetime says", () => {
    const hour = 3_600_000;
    const twelve = { prompt_cache_options: { ttl: "12h" } };
    const [whole, ownShort, ownLong] = [
      sol([userOf(part("u 5000tok"))], twelve),
      sol([userOf(part("u 5000tok", { ...point, ttl: "30m" }))], twelve),
      sol([userOf(part("u 5000tok", { ...point, ttl: "12h" }))], explicit),
    ] as const;
    for (const [body, after, read] of [
      [whole, 11 * hour, 5000],
      [whole, 13 * hour, 0],
      [ownShort, hour, 0],
      [ownLong, 11 * hour, 5000],
      [sol([userOf(part("u 5000tok"))], { prompt_cache_options: { ttl: "a week" } }), hour / 3, 5000],
    ] as const) {
      const { send } = wireSession("openai");
      send(body, { atMs: 0, lasts: 1 });
      expect(send(body, { atMs: after })[1]).toBe(read);
    }
  });
});

describe("OpenAI's caches before GPT-5.6", () => {
  test("an entry kept only in memory expires after ten minutes without use; by default it is kept for a day", () => {
    const minute = 60_000;
    const gpt = (members: Json): Json => ({ model: "gpt-5.2", messages: [userOf(part("u 6165tok"))], ...members });
    const inMemory = { prompt_cache_retention: "in_memory" };
    for (const [members, after, read] of [
      [inMemory, 9 * minute, 6016],
      [inMemory, 11 * minute, 0],
      [{ prompt_cache_retention: "24h" }, 1439 * minute, 6016],
      [{ prompt_cache_retention: "24h" }, 1441 * minute, 0],
      [{}, 60 * minute, 6016],
    ] as const) {
      const { send } = wireSession("openai");
      send(gpt(members), { atMs: 0, lasts: 1 });
      expect(send(gpt(members), { atMs: after })[1]).toBe(read);
    }
  });

  test("the longer lifetime of two uses of one prefix holds", () => {
    const { send } = wireSession("openai");
    const gpt = (retention: string): Json => ({
      model: "gpt-5.2",
      messages: [userOf(part("u 6165tok"))],
      prompt_cache_retention: retention,
    });
    send(gpt("24h"), { atMs: 0, lasts: 1 });
    send(gpt("in_memory"), { atMs: 60_000, lasts: 1 });
    expect(send(gpt("in_memory"), { atMs: 3_600_000 })[1]).toBe(6016);
  });

  test.each([
    ["gpt-5.2", 6165, 6016],
    ["gpt-4o-mini", 4597, 4480],
    ["gpt-4o", 1420, 1280],
  ])("V74 a repeat on %s: of %i tokens %i are read", (model, total, read) => {
    const { send } = wireSession("openai");
    const body = chat(model, ["user", `u ${total}tok`]);
    expect([send(body), send(body)]).toEqual([
      [total, 0, 0],
      [total, read, 0],
    ]);
  });

  test("V75 the generated answer joins the prefix", () => {
    const { send } = wireSession("openai");
    send(chat("gpt-5", ["user", "u 124tok"]), { output: 1926 });
    const grown = chat("gpt-5", ["user", "u 124tok"], ["assistant", "a 1926tok"], ["user", "v 37tok"]);
    expect(send(grown)).toEqual([2087, 2048, 0]);
  });

  test("V76 the Codex backend keeps caches by session header; without one nothing is shared", () => {
    // 6.3k (harness/providers/FACTS.md#codex-backend).
    const body = chat("gpt-5.2-codex", ["user", "u 6260tok"]);
    const reads = (headers: readonly (readonly [string, string])[]): readonly number[] => {
      const { send } = wireSession("openai-codex");
      return [1, 2, 3].map(() => send(body, { headers })[1]);
    };
    expect(reads([])).toEqual([0, 0, 0]);
    expect(reads([["session-id", "s"]])).toEqual([0, 6144, 6144]);
  });
});
