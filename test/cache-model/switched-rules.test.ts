import { describe, expect, test } from "vitest";
import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import { overrideRules } from "../../harness/cache-model/rules/override-rules.ts";
import { modelledCaches, rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import type { CachedRequest } from "../../harness/providers/provider.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import { chat, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

const MINUTE = 60_000;
const requestFor = (model: string, change: Partial<CachedRequest> = {}): CachedRequest => ({
  provider: model.startsWith("qwen") ? "dashscope" : "moonshot",
  model,
  dialect: "openai-chat",
  isMarked: false,
  ...change,
});
const rulesFor = (request: CachedRequest, file: string | null = null): ProviderRules => {
  const rules = rulesOf(
    request,
    file === null ? modelledCaches : overrideRules(file, "rules.json", Date.UTC(2026, 10)),
  );
  if (rules === null) throw new Error(`no cache answers ${request.model}`);
  return rules;
};

/** harness/providers/FACTS.md#kimi: Kimi's platform, K3 and K3.1. Answers are the whole prompt, read, written. */
describe("Kimi's platform", () => {
  const k3 = (ttl: string | null, ...turns: readonly string[]): Json => ({
    ...chat("kimi-k3", ...turns.map((text) => ["user", text] as const)),
    ...(ttl !== null && { prompt_cache_options: { mode: "implicit", ttl } }),
  });

  test("tells what it writes, and reads the longest prefix", () => {
    const { send } = wireSession("moonshot");
    expect([send(k3(null, "a 3000tok")), send(k3(null, "a 3000tok", "b 500tok"))]).toEqual([
      [3000, 0, 3000],
      [3500, 3000, 500],
    ]);
    expect(send(k3(null, "a 3000tok", "b 500tok"))).toEqual([3500, 3500, 0]);
    expect(send(k3(null, "short 200tok")), "nothing so short is stored").toEqual([200, 0, 0]);
  });

  test.each([
    [null, 4, true],
    [null, 6, false],
    ["5m", 6, false],
    ["1h", 59, true],
    ["1h", 61, false],
  ] as const)("asked for %s, it still reads after %i minutes: %s", (ttl, minutes, reads) => {
    const { send } = wireSession("moonshot");
    send(k3(ttl, "a 3000tok"), { atMs: 0 });
    expect(send(k3(ttl, "a 3000tok"), { atMs: minutes * MINUTE })[1] > 0).toBe(reads);
  });

  test("on Anthropic's wire the mark at the top of the body names the lifetime", () => {
    const rules = rulesFor(requestFor("kimi-k3.1-pro", { dialect: "anthropic-messages" }));
    const { send } = wireSession("moonshot", { dialect: anthropicMessages, rules });
    const ask = { ...k3(null, "a 3000tok"), cache_control: { type: "ephemeral", ttl: "1h" } };
    send(ask, { atMs: 0 });
    expect(send(ask, { atMs: 59 * MINUTE })[1]).toBe(3000);
  });

  test("the coding endpoint and older models have a cache without writes and lifetimes", () => {
    const told = ["kimi-for-coding", "kimi-k2.6", "kimi-k3", "kimi-k3.1-pro"].map((model) => {
      const rules = rulesFor(requestFor(model));
      return rules.engine === "shared-prefix" ? (rules.tellsWrites?.value ?? false) : null;
    });
    expect(told).toEqual([false, false, true, true]);
  });
});

describe("Qwen4's automatic mode", () => {
  const asked = chat("qwen4-max", ["system", "s 2000tok"], ["user", "u 500tok"]);
  const all = '{"dashscope-qwen4":{"asOf":"2026-11","source":"asked for","marksLastBlock":true}}';

  test("on Chat nobody asks for it, unless a rule file says that all requests do", () => {
    const read = (file: string | null): readonly number[] => {
      const { send } = wireSession("dashscope", { rules: rulesFor(requestFor("qwen4-max"), file) });
      return [send(asked)[2], send(asked)[1]];
    };
    expect([read(null), read(all)]).toEqual([
      [0, 2500],
      [2500, 2500],
    ]);
    expect(rulesFor(requestFor("qwen3-max"), all).engine, "of older models it has no word").toBe("shared-prefix");
  });

  test("on Anthropic's wire the mark at the top of the body asks for it", () => {
    const rules = rulesFor(requestFor("qwen4-max", { dialect: "anthropic-messages", isMarked: true }));
    const { send } = wireSession("dashscope", { dialect: anthropicMessages, rules });
    const messages = [{ role: "user", content: "u 2500tok" }];
    const body = { model: "qwen4-max", messages, cache_control: { type: "ephemeral" } };
    expect([send(body), send(body)]).toEqual([
      [2500, 0, 2500],
      [2500, 2500, 0],
    ]);
  });
});

test("another conversation id of xAI reads the same cache unless a rule file says otherwise, and a request without one misses", () => {
  const said = chat("grok-4.3", ["user", "u 5000tok"]);
  const file = '{"xai":{"asOf":"2026-11","source":"one server a conversation","scopeHeaders":["x-grok-conv-id"]}}';
  const reads = (rules: string | null): readonly boolean[] => {
    const { send } = wireSession("xai", { rules: rulesFor({ ...requestFor("grok-4.3"), provider: "xai" }, rules) });
    const from = (...ids: readonly string[]): boolean =>
      send(said, { headers: ids.map((id) => ["x-grok-conv-id", id]) })[1] > 0;
    return [from("a"), from("b"), from("a"), from()];
  };
  expect([reads(null), reads(file)]).toEqual([
    [false, true, true, false],
    [false, false, true, false],
  ]);
});

test("a rule file that lets no mark be stored or looked up leaves a request of marks alone without a cache", () => {
  const text = { type: "text", text: "s 3000tok", prompt_cache_breakpoint: { mode: "explicit" } };
  const asked = {
    model: "gpt-5.6-sol",
    prompt_cache_options: { mode: "explicit" },
    messages: [{ role: "user", content: [text] }],
  };
  const read = (marks: string | null): readonly (readonly number[])[] => {
    const file = marks === null ? null : `{"openai-boundaries":{"asOf":"2026-11","source":"none count",${marks}}}`;
    const rules = rulesFor({ ...requestFor("gpt-5.6-sol"), provider: "openai" }, file);
    const { send } = wireSession("openai", { rules });
    return [send(asked), send(asked)];
  };
  const [written, again] = [
    [3000, 0, 3000],
    [3000, 3000, 0],
  ];
  expect(read(null)).toEqual([written, again]);
  expect(read('"storedMarks":{"explicit":0}')).toEqual([
    [3000, 0, 0],
    [3000, 0, 0],
  ]);
  expect(read('"soughtMarks":{"first":0,"last":0}')).toEqual([written, written]);
});
