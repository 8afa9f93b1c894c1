import { expect, test } from "vitest";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import type { TokenCounter } from "../../harness/cache-model/token-counter.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";

/** The mocked provider chains each request for its cache, and then the judge does for its own, which belongs to another account. */
test("two caches that ask in turn chain only what a fork adds to its parent, each of them", () => {
  const turns = Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `turn ${at}`,
  }));
  const bodyOf = (messages: readonly object[]): Buffer =>
    Buffer.from(JSON.stringify({ model: "claude-sonnet-4-6", messages }));
  const parent = parseLayout(bodyOf(turns));
  let counted = 0;
  const tokens: TokenCounter = {
    grade: "exact",
    count: (_layout, promptBytes) => {
      counted += promptBytes.length;
      return { head: 0, units: [...promptBytes], trailer: 0 };
    },
  };
  const chain = (layout: Layout): void => {
    for (const workspace of ["", "default"]) chainOf(layout, { rules: anthropicRules, tokens, workspace });
  };
  const countedFor = (layout: Layout): number => {
    const before = counted;
    chain(layout);
    return counted - before;
  };
  const whole = countedFor(parent);
  const forks = Array.from({ length: 10 }, (_, at) =>
    parseLayout(bodyOf([...turns, { role: "user", content: `fork ${at}` }]), parent),
  );
  expect(Math.max(...forks.map(countedFor))).toBeLessThan(whole / 10);
  // The parent itself is not chained again, as each job of a run would.
  expect(countedFor(parent)).toBe(0);
});
