import type { Mutation } from "../mutation.ts";

export const cacheMutations: readonly Mutation[] = [
  {
    file: "harness/cache-model/engines/entry-store.ts",
    find: "return nowMs - touchedMs < ttlMs;",
    replace: "return nowMs - touchedMs <= ttlMs;",
    proof: {
      test: "test/cache-model/time-and-scope.test.ts",
      title: "time and scope > V20 five minutes count from the start of the writing request",
    },
  },
  {
    file: "harness/cache-model/engines/marked-block-cache.ts",
    find: "slice(-rules.maxBreakpoints.value)",
    replace: "slice(0)",
    proof: {
      test: "test/cache-model/provider-vectors.test.ts",
      title: "DashScope's cache > V89 of five breakpoints the newest four count",
    },
  },
  {
    file: "harness/cache-model/engines/marked-block-cache.ts",
    find: "|| !isLong(chain, PROMPT_START, index, chain.minimumTokens)) continue;",
    replace: ") continue;",
    proof: { scenarios: ["scenarios/forks/below-minimum.yaml"] },
  },
  {
    file: "harness/cache-model/engines/marked-block-cache.ts",
    find: "if (link === undefined || marked.position - link.position >= window) break;",
    replace: "if (link === undefined) break;",
    proof: {
      test: "test/cache-model/vectors.test.ts",
      title:
        "breakpoints, lookback and limits > V45 25 blocks after the parent's breakpoint lose it; a breakpoint kept at the boundary finds it",
    },
  },
  {
    file: "harness/cache-model/engines/predict-lengths.ts",
    find: "fresh: total - end, total, writeByTtl }",
    replace: "fresh: total - read, total, writeByTtl }",
    proof: {
      test: "test/cache-model/vectors.test.ts",
      title: "recorded sequences > V01 a system prompt with a breakpoint is written, then read",
    },
  },
  {
    file: "harness/cache-model/engines/shared-prefix-cache.ts",
    find: "if (most < chain.minimumTokens) return 0;",
    replace: "",
    proof: {
      test: "test/cache-model/provider-vectors.test.ts",
      title:
        "Gemini's cache > V86 with implicit caching a repeat reads a part, another system nothing, another temperature the same, a short prompt nothing",
    },
  },
  {
    file: "harness/cache-model/expected-ratio.ts",
    find: "export const LOW_RATIO = 0.5;",
    replace: "export const LOW_RATIO = 0.05;",
    proof: { scenarios: ["scenarios/forks/long-directive.yaml"] },
  },
  {
    file: "harness/cache-model/expected-ratio.ts",
    find: "export const LOW_RATIO = 0.5;",
    replace: "export const LOW_RATIO = 0.51;",
    proof: {
      test: "test/verdict/ratio-verdict.test.ts",
      title: "the ratio verdict is ok for 0.5 read of an expected 0.9",
    },
  },
  {
    file: "harness/cache-model/expected-ratio.ts",
    find: "shared < minimumTokens ? 0 :",
    replace: "shared < 0 ? 0 :",
    proof: {
      test: "test/cache-model/expected-ratio.test.ts",
      title: "a strategy that shares less is expected to read less, and below the minimum nothing",
    },
  },
  {
    file: "harness/cache-model/expected-ratio.ts",
    find: "expected === 0 ? null : Math.min(1, observed / expected)",
    replace: "expected === 0 ? 1 : Math.min(1, observed / expected)",
    proof: {
      test: "test/cache-model/expected-ratio.test.ts",
      title: "the ratio is unknown, not zero, if nothing was sent or nothing was observed",
    },
  },
  {
    file: "harness/cache-model/prompt/level-seeds.ts",
    find: "if (bears(layout, bearer)) seeds[level] +=",
    replace: "if (bears(layout, bearer)) seeds.messages +=",
    proof: {
      test: "test/cache-model/invalidation.test.ts",
      title:
        "a change of the request uncaches what it affects > V34 switching on web search, web fetch or citations leaves only the tools readable",
    },
  },
  {
    file: "harness/cache-model/prompt/order-prompt.ts",
    find: "return [...early, ...late, ...rest];",
    replace: "return [...rest, ...early, ...late];",
    proof: {
      test: "test/cache-model/invalidation.test.ts",
      title:
        "a change of the request uncaches what it affects > V30 another system prompt leaves only the tools readable",
    },
  },
  {
    file: "harness/cache-model/engines/entry-store.ts",
    find: "touchedMs: Math.max(entry.touchedMs, startMs)",
    replace: "touchedMs: entry.touchedMs",
    proof: {
      test: "test/cache-model/time-and-scope.test.ts",
      title: "time and scope > V21 each read restarts the lifetime",
    },
  },
  {
    file: "harness/cache-model/engines/entry-store.ts",
    find: 'return alive.some(({ readableMs }) => readableMs <= nowMs) ? "readable" : "not-yet-readable";',
    replace: 'return "readable";',
    proof: {
      test: "test/cache-model/time-and-scope.test.ts",
      title: "time and scope > V25 followers held until the leader's first byte read the whole prefix",
    },
  },
  {
    file: "harness/cache-model/prompt/place-breakpoints.ts",
    find: "return layout.body[mark.value.start] === 0x7b;",
    replace: "return true;",
    proof: {
      test: "test/cache-model/null-marks.test.ts",
      title: 'a breakpoint that is null does not count: `"cache_control": null` stores nothing',
    },
  },
];
