import type { Mutation } from "../mutation.ts";

export const judgeMutations: readonly Mutation[] = [
  {
    file: "harness/wire-scan/common-length.ts",
    find: "if (same(equal, middle)) equal = middle;",
    replace: "if (same(equal, middle)) equal = middle + 1;",
    proof: {
      test: "test/compare/around-difference.test.ts",
      title: "the offsets point at differing bytes: declarations brought into one list",
    },
  },
  {
    file: "harness/compare/compare-segment.ts",
    find: 'return close(segment === "messages" ? { is: "shortened" } : { is: "diverged", difference: null });',
    replace: 'return close({ is: "shortened" });',
    proof: { scenarios: ["scenarios/pairs/breaks-of-tools.yaml"] },
  },
  {
    file: "harness/compare/rule-sets.ts",
    find: "RULE_SETS.find((_, place) => (mask & (1 << place)) !== 0)",
    replace: "RULE_SETS.findLast((_, place) => (mask & (1 << place)) !== 0)",
    proof: { scenarios: ["scenarios/pairs/pretty-printed-fork.yaml"] },
  },
  {
    file: "harness/verdict/ratio/judge-reusable.ts",
    find: "const causes = findings.filter(isBreak);",
    replace: 'const causes = findings.filter(({ role }) => role === "cause");',
    proof: {
      test: "test/cli/judgement-exit.test.ts",
      title: "a fork that is byte-identical and leaves a call unanswered is invalid, and judge exits 1",
    },
  },
  {
    file: "harness/verdict/ratio/ratio-verdict.ts",
    find: 'if (observed === null) return "unknown";',
    replace: 'if (observed === null) return "ok";',
    proof: {
      test: "test/verdict/ratio-verdict.test.ts",
      title: "the ratio verdict is unknown for null read of an expected 0.9",
    },
  },
  {
    file: "harness/verdict/ratio/ratio-verdict.ts",
    find: "if (observed >= LOW_RATIO) return",
    replace: "if (observed > LOW_RATIO) return",
    proof: {
      test: "test/verdict/ratio-verdict.test.ts",
      title: "the ratio verdict is ok for 0.5 read of an expected 0.9",
    },
  },
  {
    file: "harness/verdict/ratio/ratio-verdict.ts",
    find: 'if (expected === 0) return "below-minimum";',
    replace: "",
    proof: {
      test: "test/verdict/ratio-verdict.test.ts",
      title: "the ratio verdict is below-minimum for 0 read of an expected 0",
    },
  },
  {
    file: "harness/verdict/break-gate.ts",
    find: "isClean && answered > 0",
    replace: "isClean",
    proof: { test: "test/cli/fail-on-break.slow.test.ts", title: "a gate that compared nothing fails" },
  },
  {
    file: "harness/verdict/break-gate.ts",
    find: "suspected.length === 0 && notJudged.length === 0",
    replace: "notJudged.length === 0",
    proof: {
      test: "test/verdict/break-gate.test.ts",
      title: "a possible break fails the gate until its parent is settled",
    },
  },
  {
    file: "harness/verdict/break-gate.ts",
    find: "findings.filter(isBreak)",
    replace: 'findings.filter(({ role }) => role === "cause")',
    proof: {
      test: "test/cli/fail-on-break.slow.test.ts",
      title: "a request that the provider would refuse counts as our own break",
    },
  },
  {
    file: "harness/kernel/breaks/break-origin.ts",
    find: "return MAIN_LINE.includes(relation) && EXPECTED.includes(code) ?",
    replace: "return EXPECTED.includes(code) ?",
    proof: {
      test: "test/cli/fail-on-break.slow.test.ts",
      title: "a fork on another model counts as our own break if its parent continues with a turn",
    },
  },
  {
    file: "harness/diagnosis/diagnose.ts",
    find: "if (harmless === true || (rule.severity",
    replace: "if ((rule.severity",
    proof: {
      test: "test/diagnosis/rules.test.ts",
      title: "the rule CB604 cache-header-missing > gives nothing for its fixed example",
    },
  },
  {
    file: "harness/verdict/guess-provider.ts",
    find: "name === suffix || name.endsWith(`.${suffix}`)",
    replace: "name.endsWith(suffix)",
    proof: {
      test: "test/verdict/guess-provider.test.ts",
      title: "a provider's host is its own or a subdomain of it, never one with only the same ending",
    },
  },
  {
    file: "harness/lineage/agent-traits.ts",
    find: "const REPLACED = 0.2;",
    replace: "const REPLACED = 0.9;",
    proof: {
      test: "test/lineage/agent-traits.test.ts",
      title: "a prompt in which half of the sentences were rewritten is the same agent's",
    },
  },
  {
    file: "harness/lineage/evidence.ts",
    find: 'if (answersCall) found.push("answers-call");',
    replace: "",
    proof: {
      test: "test/lineage/evidence.test.ts",
      title: "a fork while its parent waits > is explained by its evidence",
    },
  },
  {
    file: "harness/lineage/find-parent.ts",
    find: "return answeredAtMs === null || startedAtMs === null || answeredAtMs <= startedAtMs;",
    replace: "return true;",
    proof: {
      test: "test/lineage/lineage.test.ts",
      title:
        "the lineage > makes a fork without its parent's answer the parent's child, and one sent before that answer began a sibling",
    },
  },
  {
    file: "harness/wires/shared/usage/observed-ratio.ts",
    find: "read < 0 || read > total ? null : read / total",
    replace: "read < 0 ? null : read / total",
    proof: {
      test: "test/wires/observed-ratio.test.ts",
      title: "counters that read more than the whole prompt give no ratio",
    },
  },
  {
    file: "harness/wires/shared/usage/inclusive-usage.ts",
    find: "prompt === null || read === null ? null : prompt - read - (write ?? 0)",
    replace: "prompt === null ? null : prompt - (read ?? 0) - (write ?? 0)",
    proof: {
      test: "test/wires/read-usage.test.ts",
      title: "the usage of Chat Completions > is read from nothing of a cache",
    },
  },
  {
    file: "harness/wires/shared/usage/usage-fault.ts",
    find: "Number.isInteger(value) && value >= 0 &&",
    replace: "Number.isInteger(value) &&",
    proof: {
      test: "test/diagnosis/contradictory-usage.test.ts",
      title: "counters of a request without a parent are checked against themselves too",
    },
  },
  {
    file: "harness/kernel/is-loopback.ts",
    find: 'bare.endsWith(".localhost") ||',
    replace: 'bare.endsWith("localhost") ||',
    proof: { test: "test/kernel/is-loopback.test.ts", title: "only names and addresses of this machine are loopback" },
  },
  {
    file: "harness/wire-scan/common-length.ts",
    find: "return left.compare(right, rightStart, rightEnd, leftStart, leftEnd) === 0;",
    replace: "return true;",
    proof: { scenarios: ["scenarios/pairs/system-timestamp.yaml"] },
  },
  {
    file: "harness/compare/compare-units.ts",
    find: "if (found === null) under |= 1 << place;",
    replace: "if (found !== undefined) under |= 1 << place;",
    proof: { scenarios: ["scenarios/pairs/message-edited.yaml"] },
  },
  {
    file: "harness/verdict/ratio/judge-reusable.ts",
    find: 'return { reusable: "no", because };',
    replace: 'return { reusable: "unknown", because };',
    proof: { scenarios: ["scenarios/pairs/tool-added.yaml"] },
  },
  {
    file: "harness/verdict/ratio/judge-reusable.ts",
    find: "if (causes.length > 0) return no(",
    replace: "if (causes.length > 99) return no(",
    proof: { scenarios: ["scenarios/pairs/tool-added.yaml"] },
  },
];
