import type { Mutation } from "../mutation.ts";

export const forkMutations: readonly Mutation[] = [
  {
    file: "src/fork/loop/start-run.ts",
    find: "if (!isForgotten) await completion;",
    replace: "",
    proof: { scenarios: ["scenarios/lifecycle"], jobs: 5 },
  },
  {
    file: "src/fork/fork-siblings.ts",
    find: "startAfter: gate.promise",
    replace: "startAfter: Promise.resolve()",
    proof: { scenarios: ["scenarios/lifecycle", "scenarios/forks"], jobs: 5 },
  },
  {
    file: "src/cache-safe/capture-cache-safe-params.ts",
    find: "scanBody(request,",
    replace: "scanBody(Buffer.from(JSON.stringify(JSON.parse(String(request)))),",
    proof: { scenarios: ["scenarios/strategies"], jobs: 5 },
  },
  {
    file: "src/fork/loop/start-run.ts",
    find: "if (!isForgotten) await completion;",
    replace: " ",
    proof: {
      test: "test/src/fork/sync-mode.test.ts",
      title: "the default mode Sync keeps fork() pending until its client has answered every turn",
    },
  },
  {
    file: "src/fork/fork-siblings.ts",
    find: "startAfter: gate.promise",
    replace: "startAfter: Promise.resolve( )",
    proof: {
      test: "test/src/fork/fork-siblings.test.ts",
      title: "siblings > wait for the first one's first byte, and share all bytes except the directive",
    },
  },
  {
    file: "src/fork/loop/growing-body.ts",
    find: "Math.min(2, room",
    replace: "Math.min(0, room",
    proof: {
      test: "test/src/fork/marks-of-long-runs.test.ts",
      title: "a fork of several turns > marks its newest results for the next turn, and keeps the parent's mark",
    },
  },
  {
    file: "src/fork/loop/turn-loop.ts",
    find: "turn <= run.maxTurns",
    replace: "turn < run.maxTurns",
    proof: { scenarios: ["scenarios/forks/max-turns.yaml"] },
  },
  {
    file: "src/fork/loop/turn-loop.ts",
    find: 'if (ending === "length" || ending === "refusal") return',
    replace: 'if (ending === "refusal") return',
    proof: { scenarios: ["scenarios/forks/length.yaml"] },
  },
  {
    file: "src/fork/loop/turn-loop.ts",
    find: "if (answer.length > 0) run.log.addMessage",
    replace: "run.log.addMessage",
    proof: {
      test: "test/src/fork/empty-texts.test.ts",
      title: "an empty text of the fork's own is not sent back either",
    },
  },
  {
    file: "src/fork/loop/dispatch-calls.ts",
    find: 'if (input === null || decision.decision !== "allow") return denialOf',
    replace: "if (input === null) return denialOf",
    proof: { scenarios: ["scenarios/forks/auto-dream.yaml"] },
  },
  {
    file: "src/fork/loop/dispatch-calls.ts",
    find: 'return { decision: "deny", rule: "filter-failed"',
    replace: 'return { decision: "allow", rule: "filter-failed"',
    proof: { test: "test/src/fork/tool-calls.test.ts", title: "a tool call > is denied by a filter that throws" },
  },
  {
    file: "src/fork/loop/usage-totals.ts",
    find: "return one === null || other === null ? null : one + other;",
    replace: "return (one ?? 0) + (other ?? 0);",
    proof: {
      test: "test/src/fork/unknown-counters.test.ts",
      title: "a read that Gemini leaves out is unknown, and the prompt is known",
    },
  },
  {
    file: "src/fork/loop/usage-totals.ts",
    find: "prompt === 0 ? null : read / prompt",
    replace: "prompt === 0 ? 0 : read / prompt",
    proof: {
      test: "test/src/fork/usage-totals.test.ts",
      title: "the hit ratio of a turn > for { prompt: 0, read: 0, write: 0, …(1) } is null",
    },
  },
  {
    file: "src/fork/loop/run-limits.ts",
    find: "interruption ??= cause;",
    replace: "interruption = cause;",
    proof: { test: "test/src/fork/interruption.test.ts", title: "a run > interrupted twice stops for the first cause" },
  },
  {
    file: "src/fork/params/check-recursion.ts",
    find: "if (depth > limit)",
    replace: "if (depth > limit + 1)",
    proof: { scenarios: ["scenarios/lifecycle/nested-fork.yaml"] },
  },
  {
    file: "src/fork/breaks/cache-breaks.ts",
    find: "if (first !== undefined && expected === undefined) {",
    replace: "if (first !== undefined && expected !== undefined) {",
    proof: {
      test: "test/src/fork/first-request.test.ts",
      title: "an override that breaks the cache > is sent if it has a reason, and nothing else changes",
    },
  },
  {
    file: "src/fork/records/run-log.ts",
    find: "for (const observe of this.#observers) this.contain(() => observe(event, origin));",
    replace: "for (const observe of this.#observers) void observe(event, origin);",
    proof: { scenarios: ["scenarios/lifecycle/observer-throws.yaml"] },
  },
  {
    file: "src/fork/fork-handle.ts",
    find: 'this.#abort("the handle was disposed");',
    replace: "",
    proof: {
      test: "test/src/fork/fork-handle.test.ts",
      title: "a fork's handle > aborts the run and waits for its end if it is disposed unconsumed",
    },
  },
  {
    file: "src/cache-safe/find-continuation.ts",
    find: "refusePaused(turn);",
    replace: "",
    proof: {
      test: "test/src/cache-safe/continuation.test.ts",
      title: "a parent cannot be continued > if it has paused in a call of the provider's own tool",
    },
  },
  {
    file: "src/cache-safe/capture-cache-safe-params.ts",
    find: "digestTexts([model ?? named, digests.tools, digests.system])",
    replace: "digestTexts([model ?? named, digests.tools])",
    proof: {
      test: "test/src/cache-safe/capture-cache-safe-params.test.ts",
      title: "the cache key hash > changes with a mark on a system block",
    },
  },
  {
    file: "src/strategies/placeholder-results.ts",
    find: "options.acknowledge === true && openCalls.length > 0",
    replace: "openCalls.length > 0",
    proof: {
      test: "test/src/strategies/strategies.test.ts",
      title:
        "the strategy placeholder-results > answers all calls with one constant, in call order, and ends with the directive",
    },
  },
  {
    file: "src/strategies/pass-through.ts",
    find: "sameResult(parent.continuation.openCalls, openCallNotice)",
    replace: "sameResult([], openCallNotice)",
    proof: { scenarios: ["scenarios/lifecycle/open-calls-three.yaml"] },
  },
  {
    file: "src/cache-safe/find-continuation.ts",
    find: "if (at >= 0) open.splice(at, 1);",
    replace: "",
    proof: {
      test: "test/src/cache-safe/continuation.test.ts",
      title: "the calls that a fork must answer first > are found after an old turn long answered",
    },
  },
  {
    file: "src/cache-safe/capture-cache-safe-params.ts",
    find: "refuseKept(format, body);",
    replace: "",
    proof: {
      test: "test/src/cache-safe/continuation.test.ts",
      title:
        'a parent whose conversation the provider stores > is refused on openai-responses with "conversation":"conv_1"',
    },
  },
  {
    file: "src/fork/loop/turn-loop.ts",
    find: "if (startAfter !== undefined) await",
    replace: "if (startAfter !== undefined) void",
    proof: { scenarios: ["scenarios/lifecycle"], jobs: 5 },
  },
];
