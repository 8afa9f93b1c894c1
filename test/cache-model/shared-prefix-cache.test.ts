import { describe, expect, test } from "vitest";
import type { PrefixRules } from "../../harness/providers/rules/cache-rules.ts";
import { createSharedPrefixCache } from "../../harness/cache-model/engines/shared-prefix-cache.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { sglangRules } from "../../harness/providers/sglang.ts";
import { openaiClassicRules } from "../../harness/providers/openai/cache-rules.ts";
import { openaiChat } from "../../harness/wires/openai-chat/wire.ts";
import { writtenTokens } from "./cache-session.ts";
import { chat } from "./wire-session.ts";

/** To the token, with a lifetime of a minute and a delay of a second. */
const rules: PrefixRules = {
  ...sglangRules,
  ttlMs: { value: 60_000, source: "[F] this test" },
  delayMs: { value: 1_000, source: "[F] this test" },
};

function chainFrom(...messages: readonly (readonly [role: string, text: string])[]): PromptChain {
  const layout = openaiChat.parseLayout(Buffer.from(JSON.stringify(chat("m", ...messages))));
  return chainOf(layout, { rules, tokens: writtenTokens(0), workspace: "w" });
}

const parent = [
  ["system", "s 500tok"],
  ["user", "u 300tok"],
] as const;

describe("a cache of whole sequences", () => {
  test("is readable from a delay after the response ended until its lifetime after its last use", () => {
    const cache = createSharedPrefixCache(rules);
    const sent = chainFrom(...parent);
    const grown = chainFrom(...parent, ["user", "v 50tok"]);
    cache.commit(cache.predict(sent, 0), 10, { endMs: 2_000, outputTokens: 0 });
    const at = (nowMs: number): unknown => {
      const { usage, missed } = cache.predict(grown, nowMs);
      return [usage.read, missed?.because ?? null];
    };
    expect([at(2_999), at(3_000), at(59_999), at(60_000)]).toEqual([
      [0, "not-yet-readable"],
      [800, null],
      [800, null],
      [0, "expired"],
    ]);
    cache.commit(cache.predict(grown, 50_000), 50_010, { endMs: 50_020, outputTokens: 0 });
    expect(at(100_000)).toEqual([849, null]);
  });

  test("reads a diverging text up to where it diverges, in proportion to its bytes", () => {
    const cache = createSharedPrefixCache(rules);
    cache.commit(cache.predict(chainFrom(["user", `${"a".repeat(391)} 100tok`]), 0), 1);
    const other = chainFrom(["user", `${"a".repeat(191)}${"b".repeat(200)} 100tok`]);
    expect(cache.predict(other, 10_000).usage.read).toBe(47);
    const byAnother = chainFrom(["assistant", `${"a".repeat(391)} 100tok`]);
    expect(cache.predict(byAnother, 10_000).usage.read).toBe(0);
  });

  test("reports the block in which the read ends", () => {
    const cache = createSharedPrefixCache(rules);
    cache.commit(cache.predict(chainFrom(...parent), 0), 1);
    const { hit } = cache.predict(chainFrom(parent[0], ["user", "another 300tok"]), 10_000);
    expect(hit).toMatchObject({ pointer: "/messages/0/content", link: 0 });
  });

  test("forgets expired entries, so its memory is bounded by what is alive", () => {
    const cache = createSharedPrefixCache({ ...openaiClassicRules, ttlMs: rules.ttlMs });
    const lone = (at: number): PromptChain => chainFrom(["user", `n${at} 2000tok`]);
    for (let at = 0; at < 6_000; at += 1) cache.commit(cache.predict(lone(at), at * 1_000), at * 1_000);
    expect(cache.predict(lone(5_999), 6_000_000).usage.read).toBe(1920);
    expect(cache.predict(lone(0), 6_000_000).missed, "swept long ago").toBe(null);
    expect(cache.predict(lone(5_900), 6_000_000).missed?.because, "remembered for a while").toBe("expired");
  });
});
