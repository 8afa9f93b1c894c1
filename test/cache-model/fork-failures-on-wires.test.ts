import { describe, expect, test } from "vitest";
import { openaiResponses } from "../../harness/wires/openai-responses/wire.ts";
import { mark } from "./cache-session.ts";
import { wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

/** Ids and numbers: harness/cache-model/VECTORS.md#how-forks-lost-their-cache, those of OpenAI's and DashScope's wires. */
describe("fork failures on other wires", () => {
  test("F11 stripped encrypted reasoning pins the read at the first reasoning item, 22,4xx; the tail is written each turn", () => {
    const { send } = wireSession("openai", { dialect: openaiResponses });
    const say = (text: string): Json => ({ type: "message", role: "user", content: [{ type: "input_text", text }] });
    const reasoning = { type: "reasoning", id: "rs_900tok", encrypted_content: "…" };
    const input = [say("u 22400tok"), reasoning, say("v 20442tok")];
    send({ model: "gpt-5.6-sol", input: input.slice(0, 1) });
    send({ model: "gpt-5.6-sol", input });
    expect(send({ model: "gpt-5.6-sol", input: [...input, say("d 50tok")] })[1]).toBe(22_400 + 900 + 20_442);
    const stripped = { model: "gpt-5.6-sol", input: [input[0], input[2], say("d 50tok")] };
    expect(send(stripped)).toEqual([22_400 + 20_492, 22_400, 20_492]);
  });

  test("F13 the cache key is not inherited; on the Codex backend the session header decides, whatever the key", () => {
    const keyed = wireSession("openai");
    const asked = (key: string): Json => ({
      model: "gpt-5.6-sol",
      prompt_cache_key: key,
      messages: [{ role: "user", content: "u 40064tok" }],
    });
    keyed.send(asked("parent"));
    expect([keyed.send(asked("fork"))[1], keyed.send(asked("parent"))[1]]).toEqual([0, 40_064]);

    const { send } = wireSession("openai-codex");
    const of = (...messages: readonly Json[]): Json => ({
      model: "gpt-5.2-codex",
      prompt_cache_key: "parent",
      messages: [{ role: "system", content: "instructions and tools 12960tok" }, ...messages],
    });
    const history = { role: "user", content: "u 27140tok" };
    const fork = of(history, { role: "user", content: "directive 1465tok" });
    const session = (id: string): { readonly headers: readonly [string, string][] } => ({
      headers: [["session-id", id]],
    });
    send(of(history), session("parent"));
    send(of({ role: "user", content: "another task 10tok" }), session("fork"));
    // With the key alone: what the fork's own session holds, instructions and tools.
    expect(send(fork, session("fork"))).toEqual([41_565, 12_928, 0]);
    expect(send(fork, session("parent"))).toEqual([41_565, 40_064, 0]);
  });

  test("F16 the last two items replaced instead of appended: back to instructions and tools", () => {
    const { send } = wireSession("openai-codex");
    const of = (...turns: readonly string[]): Json => ({
      model: "gpt-5.2-codex",
      messages: [
        { role: "system", content: "instructions and tools 66210tok" },
        ...turns.map((content) => ({ role: "user", content })),
      ],
    });
    const headers = [["session-id", "s"]] as const;
    send(of("a 4000tok", "b 2000tok"), { headers });
    expect(send(of("a 4000tok", "b 2000tok", "c 90tok"), { headers })[1]).toBeGreaterThan(70_000);
    expect(send(of("x 4000tok", "y 2000tok"), { headers })[1]).toBe(66_176);
  });

  test("F24 on DashScope a fork of a parent that still streams misses", () => {
    const { send } = wireSession("dashscope");
    const content = [{ type: "text", text: "u 5000tok", cache_control: mark }];
    const body = { model: "qwen3-max", messages: [{ role: "user", content }] };
    send(body, { atMs: 0, lasts: 30_000 });
    expect(send(body, { atMs: 29_999, lasts: 1 })[1]).toBe(0);
    expect(send(body, { atMs: 30_000 })[1]).toBe(5000);
  });
});
