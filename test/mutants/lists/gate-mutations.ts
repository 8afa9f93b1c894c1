import type { Mutation } from "../mutation.ts";

/** Of the gates around a run: baselines, costs, shards, reports. */
export const gateMutations: readonly Mutation[] = [
  {
    file: "harness/baseline/compare-baselines.ts",
    find: "if (now === null) return true;",
    replace: "if (now === null) return false;",
    proof: {
      test: "test/baseline/compare-baselines.test.ts",
      title: "a number that is not known any more gates, and one that has become known does not",
    },
  },
  {
    file: "harness/baseline/compare-baselines.ts",
    find: 'if (worse === "more") return now > was;',
    replace: 'if (worse === "more") return now < was;',
    proof: {
      test: "test/baseline/compare-baselines.test.ts",
      title: "one figure of one job that becomes worse gates, and the way back does not",
    },
  },
  {
    file: "harness/run/result/merge-results.ts",
    find: "  refuseGaps(ordered, total);",
    replace: "  void refuseGaps;",
    proof: { test: "test/run/parallel/merge-results.test.ts", title: "merge refuses a shard of fewer scenarios" },
  },
  {
    file: "harness/run/parallel/run-in-lanes.ts",
    find: "for (const index of left.keys()) if (index > last) left.delete(index);",
    replace: "for (const index of left.keys()) if (index !== last) left.delete(index);",
    proof: {
      test: "test/run/parallel/lanes.property.test.ts",
      title: "whatever the order in which lanes end their jobs, each job runs once, live ones in the first lane alone",
    },
  },
  {
    file: "harness/scenario/expectations/cost.ts",
    find: "const costOf = ({ cost }: ForkRun): number | null => cost?.[name] ?? null;",
    replace: "const costOf = ({ cost }: ForkRun): number | null => cost?.[name] ?? 0;",
    proof: {
      test: "test/scenario/expectations/cost.test.ts",
      title: "a cost that is not known fails its check, and is never 0",
    },
  },
  {
    file: "harness/gate/gate-result.ts",
    find: 'status: exit === 0 ? "passed" : "failed",',
    replace: 'status: "passed",',
    proof: {
      test: "test/cli/gate-command.slow.test.ts",
      title: "gate fails with a command that fails, and reports the break as well",
    },
  },
  {
    file: "harness/gate/gate-result.ts",
    find: 'status: compared >= Math.max(1, minPairs) ? "passed" : "failed",',
    replace: 'status: "passed",',
    proof: {
      test: "test/cli/gate-command.slow.test.ts",
      title: "gate fails if only unrelated requests were sent",
    },
  },
  {
    file: "harness/gate/pair-job.ts",
    find: 'status: told.every(({ isAccepted }) => isAccepted) ? "passed" : "failed",',
    replace: 'status: "passed",',
    proof: {
      test: "test/gate/gate-result.test.ts",
      title: "a possible break fails the gate until its code is accepted",
    },
  },
];
