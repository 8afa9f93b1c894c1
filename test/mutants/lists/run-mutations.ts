import type { Mutation } from "../mutation.ts";

export const runMutations: readonly Mutation[] = [
  {
    file: "harness/run/job/run-pair.ts",
    find: "throw oneRequest(scenario, requests.parent.id);",
    replace: "void oneRequest(scenario, requests.parent.id);",
    proof: {
      test: "test/cli/judgement-exit.test.ts",
      title: "a scenario whose parent and fork are one request is refused, since it compares nothing",
    },
  },
  {
    file: "harness/cli/reporting/run-exit.ts",
    find: 'if (outcome === "failed") return 1;',
    replace: 'if (outcome === "failed") return 0;',
    proof: {
      test: "test/cli/run-exit.test.ts",
      title: 'a run of jobs ["passed","failed"] has the outcome failed, and exits 1',
    },
  },
  {
    file: "harness/cli/reporting/run-exit.ts",
    find: 'if (outcome === "interrupted") return 130;',
    replace: 'if (outcome === "interrupted") return 0;',
    proof: { test: "test/cli/run-exit.test.ts", title: 'an interrupted run of jobs "passed" exits 130' },
  },
  {
    file: "harness/cli/commands/judge/judgement-exit.ts",
    find: 'if (verdict === "not-comparable") return 2;',
    replace: 'if (verdict === "not-comparable") return 0;',
    proof: {
      test: "test/cli/judgement-exit.test.ts",
      title: "a pair of two wire formats cannot be compared, and judge exits 2",
    },
  },
  {
    file: "harness/cli/commands/judge/judgement-exit.ts",
    find: "findings.some(isBreak)",
    replace: 'findings.some(({ role }) => role === "cause")',
    proof: {
      test: "test/cli/judgement-exit.test.ts",
      title: "a fork that is byte-identical and leaves a call unanswered is invalid, and judge exits 1",
    },
  },
  {
    file: "harness/cli/reporting/gate-run.ts",
    find: "if (summary.warnings <= maxWarnings) return [];",
    replace: "if (summary.warnings <= maxWarnings + 1) return [];",
    proof: {
      test: "test/cli/run-exit.test.ts",
      title: "a run with more warnings than allowed fails, and one with as many as allowed passes",
    },
  },
  {
    file: "harness/money/price-of.ts",
    find: "if (read === null || fresh === null) return null;",
    replace: "",
    proof: { test: "test/money/fork-cost.test.ts", title: "an unknown price stays unknown, and is never 0" },
  },
  {
    file: "harness/money/price-of.ts",
    find: "cache_write_tokens: write,",
    replace: "cache_write_tokens: 0,",
    proof: {
      test: "test/money/price-of.test.ts",
      title: "a broken prefix of 100K tokens costs as much as the table says",
    },
  },
  {
    file: "harness/money/fork-cost.ts",
    find: "turn.output === null ? null : price(turn)",
    replace: "price(turn)",
    proof: { test: "test/money/fork-cost.test.ts", title: "an unknown price stays unknown, and is never 0" },
  },
  {
    file: "harness/cassette/open-cassette.ts",
    find: "if (found === sha256) return bytes;",
    replace: "return bytes;",
    proof: {
      test: "test/cassette/bad-cassette.test.ts",
      title: "opening a cassette with a broken body file > rejects a body with one additional byte",
    },
  },
  {
    file: "harness/cassette/format/kept-headers.ts",
    find: "return keptNames.has(lower) || lower.startsWith(sdkPrefix);",
    replace: "return true;",
    proof: {
      test: "test/cassette/credential-scan.test.ts",
      title:
        "a cassette with a credential is refused, and the error says where > unless it is in a header that is dropped",
    },
  },
  {
    file: "harness/cassette/credentials/redact-text.ts",
    find: "if (whole.names.length > 0) redacted.set(",
    replace: "if (whole.names.length > 9) redacted.set(",
    proof: {
      test: "test/cassette/redaction.test.ts",
      title: "redaction in base64url in deltas > masks each shape at its own length, and lists it as redacted",
    },
  },
  {
    file: "harness/cassette/credentials/redact-exchange.ts",
    find: 'both(bytes.toString("latin1"))',
    replace: 'stream(bytes.toString("latin1"))',
    proof: {
      test: "test/cassette/redaction.test.ts",
      title: "a redacted cassette gets the same verdict as the original for one that lost a message",
    },
  },
  {
    file: "harness/cassette/format/read-cassette.ts",
    find: "if (repeated !== undefined) throw",
    replace: 'if (repeated === "") throw',
    proof: {
      test: "test/cassette/bad-cassette.test.ts",
      title:
        "opening a cassette with a broken cassette.yaml > rejects two exchanges with one ID, and an empty list of exchanges",
    },
  },
  {
    file: "harness/mock/serve/egress-guard.ts",
    find: "if (host === null || isLoopback(host)) return",
    replace: "if (host !== undefined) return",
    proof: { test: "test/mock/egress-guard.test.ts", title: "the egress guard refuses tls before a name is looked up" },
  },
  {
    file: "harness/mock/script/lanes.ts",
    find: "...lanes.filter(hasStep).map((lane, at) => leftover(lane, lanes, { others, refused: at === 0 ? refused : [] })),",
    replace: "",
    proof: {
      test: "test/mock/lanes.test.ts",
      title: "the run of a scripted provider > fails on a lane that the script does not have",
    },
  },
  {
    file: "harness/mock/mock-provider.ts",
    find: "SECRETS.has(name.toLowerCase()) ?",
    replace: 'SECRETS.has(name) && name === "" ?',
    proof: {
      test: "test/mock/served-secrets.test.ts",
      title: "the mocked provider keeps no key of a client under test, however its header is written",
    },
  },
  {
    file: "harness/record/recording-proxy.ts",
    find: 'const HOST = "127.0.0.1";',
    replace: 'const HOST = "0.0.0.0";',
    proof: {
      test: "test/record/recording-proxy.test.ts",
      title: "the proxy does not listen on any other address of this machine",
    },
  },
  {
    file: "harness/replay/match-request.ts",
    find: "&& asked.body.equals(sentBytes(exchange));",
    replace: ";",
    proof: {
      test: "test/replay/replay-provider.test.ts",
      title: "lanes are independent of one another, and within one lane the order is binding",
    },
  },
  {
    file: "harness/run/fork/report-of.ts",
    find: "if (ended === null) {",
    replace: "if (ended === undefined) {",
    proof: {
      test: "test/run/fork/report-of.test.ts",
      title: "a handle whose run continues is reported as an error, and its run is aborted and awaited",
    },
  },
  {
    file: "harness/run/fork/time/time-keeper.ts",
    find: "this.#running > 0 && this.#gates.holding() + this.#pausing >= this.#running",
    replace: "this.#running > 0 && this.#gates.holding() + this.#pausing > 0",
    proof: {
      test: "test/run/fork/time-keeper.test.ts",
      title: "virtual time stands still while one task that runs does not wait",
    },
  },
  {
    file: "harness/run/fork/stub-tools.ts",
    find: "each.name === tool && hasMembers(input, each.input)",
    replace: "each.name === tool",
    proof: {
      test: "test/run/fork/stub-tools.property.test.ts",
      title: "the first stub answers whose name matches and whose members are all in the arguments",
    },
  },
  {
    file: "harness/run/fork/time/within-deadline.ts",
    find: "late.abort(new Error(why));",
    replace: "",
    proof: {
      test: "test/run/fork/within-deadline.test.ts",
      title: "a subject that is late is stopped, and its signal is aborted",
    },
  },
  {
    file: "harness/run/fork/fork-runs.ts",
    find: "const isReplayed = sent !== null && sent === parents[0] && recorded !== null;",
    replace: "const isReplayed = false;",
    proof: {
      test: "test/run/fork/pair-up.test.ts",
      title:
        "forks of the request that a run sends continue the recorded one, and forks of a later one continue the sent one",
    },
  },
  {
    file: "harness/run/fork/modules/subject-worker.ts",
    find: "if (heard.changed !== null) this.#discard();",
    replace: "",
    proof: {
      test: "test/run/workers/shared-process.slow.test.ts",
      title: "a job finds the same process after one that changed the environment, since it runs in a new one",
    },
  },
  {
    file: "harness/run/fork/modules/subject-worker.ts",
    find: "return this.#fail(heard);",
    replace: "return;",
    proof: {
      test: "test/run/workers/shared-process.slow.test.ts",
      title: "a promise that a module left rejected fails its own job, and not the one behind it",
    },
  },
  {
    file: "harness/run/fork/modules/module-subject.ts",
    find: "if (fault?.isStray === true) throw new StrayFaultError(fault.text);",
    replace: "",
    proof: {
      test: "test/run/workers/shared-process.slow.test.ts",
      title: "a job that an earlier job's code breaks runs again in a new process, with a warning",
    },
  },
  {
    file: "harness/run/fork/modules/subject-worker.ts",
    find: "if (message.secret !== job?.secret && !isLeaving) {",
    replace: "if (message.secret === undefined) {",
    proof: {
      test: "test/run/workers/shared-process.slow.test.ts",
      title: "a result without the job's secret is ignored",
    },
  },
];
