import { expect, test } from "vitest";
import { allowedRatio, atLeast, efficiency, sharedLinks } from "../../harness/cache-model/expected-ratio.ts";
import type { PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { ask, chainFrom, mark, say, tool, user } from "./cache-session.ts";

const parent = chainFrom(
  ask({ tools: [tool("t", 5000)], system: [say("s", 3000)], messages: [user(say("u", 1000, mark))] }),
);

function expectedRatio({ links }: PromptChain, fork: PromptChain, shared: number = links.length): number | null {
  return allowedRatio({ ...fork, shared: links[shared - 1]?.tokens ?? 0 });
}

test("a fork that appends a little is expected to read nearly everything", () => {
  const fork = chainFrom(
    ask({ tools: [tool("t", 5000)], system: [say("s", 3000)], messages: [user(say("u", 1000), say("d", 1000, mark))] }),
  );
  expect(expectedRatio(parent, fork)).toBe(0.9);
  expect(sharedLinks(parent, fork)).toBe(3);
});

test("a fork that broke its prefix keeps its expected ratio, and its efficiency drops", () => {
  const fork = chainFrom(
    ask({ tools: [tool("x", 5000)], system: [say("s", 3000)], messages: [user(say("u", 1000), say("d", 1000, mark))] }),
  );
  expect(expectedRatio(parent, fork)).toBe(0.9);
  expect(sharedLinks(parent, fork)).toBe(0);
  expect(efficiency(0, expectedRatio(parent, fork))).toBe(0);
});

test("a long directive on a short parent lowers the expected ratio, not the efficiency", () => {
  const fork = chainFrom(
    ask({
      tools: [tool("t", 5000)],
      system: [say("s", 3000)],
      messages: [user(say("u", 1000), say("d", 21_000, mark))],
    }),
  );
  expect(expectedRatio(parent, fork)).toBe(0.3);
  expect(efficiency(0.3, expectedRatio(parent, fork))).toBe(1);
});

test("a strategy that shares less is expected to read less, and below the minimum nothing", () => {
  expect(expectedRatio(parent, parent, 2)).toBe(8000 / 9000);
  expect(expectedRatio(parent, parent, 0)).toBe(0);
  const short = chainFrom(ask({ messages: [user(say("u", 900, mark))] }));
  expect(expectedRatio(short, short)).toBe(0);
});

test("the ratio is unknown, not zero, if nothing was sent or nothing was observed", () => {
  const empty = chainFrom(ask({ messages: [] }));
  expect(expectedRatio(parent, empty)).toBe(null);
  expect(efficiency(null, 0.9)).toBe(null);
  expect(efficiency(0, 0)).toBe(null);
});

test("the expected ratio is at least the observed one, whatever the lengths say", () => {
  expect([atLeast(0.73, 0), atLeast(0.2, 0.9), atLeast(0.4, null), atLeast(null, 0.9)]).toEqual([0.73, 0.9, null, 0.9]);
});
