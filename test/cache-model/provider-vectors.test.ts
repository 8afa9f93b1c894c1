import { describe, expect, test } from "vitest";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import { geminiGenerate } from "../../harness/wires/gemini-generate/wire.ts";
import { chat, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

const mark = { type: "ephemeral" };
const part = (text: string, isMarked = false): Json => ({
  type: "text",
  text,
  ...(isMarked && { cache_control: mark }),
});

/** Ids, sequences and numbers: harness/cache-model/VECTORS.md. Each answer is the whole prompt, read, written. */
describe("Gemini", () => {
  test("V86 implicit: a repeat reads a part, another system nothing, another temperature the same, a short prompt nothing", () => {
    const { send } = wireSession("gemini", { dialect: geminiGenerate });
    const ask = (system: string, members: Json = {}): Json => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: "user", parts: [{ text: "u 612tok" }] }],
      ...members,
    });
    send(ask("s 4000tok"));
    const [total, read] = send(ask("s 4000tok"));
    expect([total, read > 0, read < total]).toEqual([4612, true, true]);
    expect(send(ask("other 4000tok"))[1]).toBe(0);
    expect(send(ask("s 4000tok", { generationConfig: { temperature: 1 } }))[1]).toBe(read);
    const short = { contents: [{ role: "user", parts: [{ text: "u 205tok" }] }] };
    expect([send(short), send(short)]).toEqual([
      [205, 0, 0],
      [205, 0, 0],
    ]);
  });
});

describe("DashScope", () => {
  const qwen = (...content: readonly Json[]): Json => ({ model: "qwen3-max", messages: [{ role: "user", content }] });
  const marked = part("doc 1605tok", true);

  test("V87 the increment is written, then read", () => {
    const { send } = wireSession("dashscope");
    expect([send(qwen(marked, part("a 13tok"))), send(qwen(marked, part("b 15tok")))]).toEqual([
      [1618, 0, 1605],
      [1620, 1605, 0],
    ]);
  });

  test("V88 what is cached is read, the rest of the prefix is written", () => {
    const { send } = wireSession("dashscope");
    send(qwen(part("a 1200tok", true)));
    expect(send(qwen(part("a 1200tok"), part("b 300tok", true)))).toEqual([1500, 1200, 300]);
  });

  test("V89 of five marks the newest four count", () => {
    const { send } = wireSession("dashscope");
    const parts = [1, 2, 3, 4, 5].map((at) => part(`p${at} 2000tok`, true));
    send(qwen(...parts));
    expect(send(qwen(part("p1 2000tok", true), part("x 10tok")))[1]).toBe(0);
    expect(send(qwen(...parts.slice(0, 2)))[1]).toBe(4000);
  });

  test("V90 an entry exists from the end of its response on", () => {
    const { send } = wireSession("dashscope");
    send(qwen(marked), { atMs: 0, lasts: 20_000 });
    expect(send(qwen(marked), { atMs: 19_999, lasts: 90_000 })[1]).toBe(0);
    expect(send(qwen(marked), { atMs: 20_000 })[1]).toBe(1605);
  });

  test("V91 25 blocks between marks are out of reach, and are still written", () => {
    const { send } = wireSession("dashscope");
    send(qwen(marked));
    const many = Array.from({ length: 25 }, (_, at) => part(`p${at} 10tok`, at === 24));
    expect(send(qwen(part("doc 1605tok"), ...many))).toEqual([1855, 0, 1855]);
  });
});

test("a read renews an entry of Qwen4 for the lifetime that it asks for itself, and never shortens it", () => {
  const asked = (ttl: string): Json => ({
    model: "qwen4-max",
    messages: [{ role: "user", content: [{ ...part("doc 1605tok"), cache_control: { type: "ephemeral", ttl } }] }],
  });
  const readAt = (minute: number, first: string, second: string): number => {
    const { send } = wireSession("dashscope");
    send(asked(first), { atMs: 0 });
    send(asked(second), { atMs: 60_000 });
    return send(asked("5m"), { atMs: minute * 60_000 })[1];
  };
  expect([readAt(40, "5m", "1h"), readAt(40, "1h", "5m"), readAt(62, "5m", "1h")]).toEqual([1605, 1605, 0]);
  expect([readAt(5.9, "5m", "5m"), readAt(6.1, "5m", "5m")]).toEqual([1605, 0]);
});

describe("DeepSeek", () => {
  const flash = "deepseek-v4-flash";

  test("V92 a repeat and an extension read the floor of what was stored; the rest is a miss", () => {
    const { send } = wireSession("deepseek");
    const grown = chat(flash, ["user", "u 5129tok"], ["assistant", "a 4tok"], ["user", "v 20tok"]);
    const asked = [chat(flash, ["user", "u 5129tok"]), chat(flash, ["user", "u 5129tok"]), grown];
    const told = asked.map((body) => {
      const [total, hit] = send(body);
      return [total, hit, total - hit];
    });
    expect(told).toEqual([
      [5129, 0, 5129],
      [5129, 5120, 9],
      [5153, 5120, 33],
    ]);
  });

  test("V93 a loop reads prompt and answer, floored", () => {
    const { send } = wireSession("deepseek");
    const one = [["user", "u 297tok"]] as const;
    const two = [...one, ["assistant", "a 35tok"], ["user", "v 21tok"]] as const;
    const three = [...two, ["assistant", "b 23tok"], ["user", "w 14tok"]] as const;
    expect([
      send(chat(flash, ...one), { output: 35 }),
      send(chat(flash, ...two), { output: 23 }),
      send(chat(flash, ...three)),
    ]).toEqual([
      [297, 0, 0],
      [353, 256, 0],
      [390, 256, 0],
    ]);
  });

  test("V94 a changed head reads nothing, its extension reads prompt and answer", () => {
    const { send } = wireSession("deepseek");
    send(chat(flash, ["system", "s 300tok"], ["user", "u 263tok"]));
    expect(send(chat(flash, ["system", "s 300tok"], ["user", "u 263tok"]))).toEqual([563, 512, 0]);
    const changed = [
      ["system", "other 612tok"],
      ["user", "u 263tok"],
    ] as const;
    expect(send(chat(flash, ...changed), { output: 79 })).toEqual([875, 0, 0]);
    expect(send(chat(flash, ...changed, ["assistant", "a 79tok"], ["user", "v 22tok"]))).toEqual([976, 896, 0]);
  });

  test("V95 two siblings miss what they share, the third reads it", () => {
    const { send } = wireSession("deepseek");
    const ask = (text: string): Json => chat(flash, ["system", "A 1000tok"], ["user", text]);
    const floored = Math.floor(1000 / 128) * 128;
    expect([send(ask("B 500tok"))[1], send(ask("C 500tok"))[1], send(ask("D 500tok"))[1]]).toEqual([0, 0, floored]);
  });

  test("users that a caller tells apart share nothing, on either wire; a member of another name parts nobody", () => {
    const { send } = wireSession("deepseek");
    const asked = (members: Json): number => send({ ...chat(flash, ["user", "u 5129tok"]), ...members })[1];
    const told = [{}, { user_id: "a" }, { user_id: "b" }, { user_id: "a" }, { user: "a" }].map(asked);
    expect(told).toEqual([0, 0, 0, 5120, 5120]);
    const messages = wireSession("deepseek", { dialect: anthropicMessages });
    const say = (user_id: string): number =>
      messages.send({ model: flash, metadata: { user_id }, messages: [{ role: "user", content: "u 5129tok" }] })[1];
    expect([say("a"), say("b"), say("a")]).toEqual([0, 0, 5120]);
  });
});

describe("others", () => {
  test("V59 OpenRouter passes marks on to Anthropic", () => {
    const { send } = wireSession("openrouter", { trailer: 3 });
    const sonnet = (...messages: readonly Json[]): Json => ({ model: "anthropic/claude-sonnet-4.6", messages });
    const first = { role: "user", content: [part("u 3211tok", true)] };
    const grown = [
      { role: "user", content: "u 3211tok" },
      { role: "assistant", content: "a 100tok" },
      { role: "user", content: [part("v 15tok", true)] },
    ];
    expect([send(sonnet(first)), send(sonnet(...grown))]).toEqual([
      [3214, 0, 3211],
      [3329, 3211, 115],
    ]);
  });

  test("V96 on MiniMax any earlier block can match: block 25 of 30 changed, 24 are read", () => {
    const { send } = wireSession("minimax", { dialect: anthropicMessages });
    const ask = (changed: number): Json => ({
      model: "MiniMax-M2.1",
      messages: [
        {
          role: "user",
          content: Array.from({ length: 30 }, (_, at) => part(`${at + 1 === changed ? "x" : at} 100tok`, at === 29)),
        },
      ],
    });
    send(ask(0));
    expect(send(ask(25))).toEqual([3000, 24 * 100, 600]);
  });

  const kimi = "kimi-for-coding";

  test("V97 Kimi reads chunks of 256; a repetition reads all", () => {
    const { send } = wireSession("moonshot");
    const turns = [11_250, 22, 22, 22, 22].map((tokens, at) => ["user", `t${at} ${tokens}tok`] as const);
    const chain = turns.map((_, at) => send(chat(kimi, ...turns.slice(0, at + 1))));
    expect(chain).toEqual([
      [11_250, 0, 0],
      [11_272, 11_008, 0],
      [11_294, 11_264, 0],
      [11_316, 11_264, 0],
      [11_338, 11_264, 0],
    ]);
    expect(send(chat(kimi, ...turns.slice(0, 1)))[1]).toBe(11_250);
  });

  test("V98 below a chunk only a repetition reads", () => {
    const { send } = wireSession("moonshot");
    const short = chat(kimi, ["user", "u 201tok"]);
    expect([send(short)[1], send(short)[1]]).toEqual([0, 201]);
    expect(send(chat(kimi, ["user", "u 201tok"], ["user", "v 20tok"]))[1]).toBe(0);
  });

  test("V99 a branch reads what it shares", () => {
    const { send } = wireSession("moonshot");
    const turns = [11_250, 22, 22, 22].map((tokens, at) => ["user", `t${at} ${tokens}tok`] as const);
    send(chat(kimi, ...turns));
    expect(send(chat(kimi, ...turns, ["user", "branch 25tok"]))).toEqual([11_341, 11_264, 0]);
  });

  test.each([
    ["V100", "xai", "grok-4-fast", 468, 467],
    ["V100", "xai", "grok-code-fast-1", 506, 448],
    ["V101", "zai", "glm-4.6", 173, 172],
    ["V102", "vllm", "blocks of 16", 512, 496],
  ])("%s a repeat on %s, %s: %i reads %i", (_id, provider, model, total, read) => {
    const { send } = wireSession(provider);
    const body = chat(model, ["user", `u ${total}tok`]);
    expect([send(body), send(body)]).toEqual([
      [total, 0, 0],
      [total, read, 0],
    ]);
  });

  test("V104 Mistral reads steps of 16 and holds the prompt's end back", () => {
    const { send } = wireSession("mistral");
    const first = send(chat("mistral-small-latest", ["user", "u 253tok"]));
    const grown = chat("mistral-small-latest", ["user", "u 253tok"], ["assistant", "a 5tok"], ["user", "v 10tok"]);
    expect([first, send(grown)]).toEqual([
      [253, 0, 0],
      [268, 224, 0],
    ]);
  });
});
