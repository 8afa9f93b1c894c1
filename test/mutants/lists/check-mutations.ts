import type { Mutation } from "../mutation.ts";

export const checkMutations: readonly Mutation[] = [
  {
    file: "harness/scenario/expectations/verdict.ts",
    find: "wrong.length === 0 && blocks > 0 ?",
    replace: "wrong.length === 0 ?",
    proof: {
      test: "test/scenario/expectations/verdict.test.ts",
      title: "the verdict check fails if no block was compared, whatever the verdict",
    },
  },
  {
    file: "harness/scenario/expectations/parts/check-exactly.ts",
    find: "extra.length === 0 && hasLooked ?",
    replace: "extra.length === 0 ?",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "the warnings check is exact, and an empty list fails if no first turn has a ratio",
    },
  },
  {
    file: "harness/checks/check-script.ts",
    find: "wrong.length === 0 && requests > 0 ?",
    replace: "wrong.length === 0 ?",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "each check fails if it looked at nothing",
    },
  },
  {
    file: "harness/scenario/expectations/stop.ts",
    find: "forks.length > 0 && forks.every(isExpected)",
    replace: "forks.every(isExpected)",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "each check fails if it looked at nothing",
    },
  },
  {
    file: "harness/scenario/expectations/usage.ts",
    find: "sumOrNull(values)",
    replace: "values.reduce<number>((all, each) => all + (each ?? 0), 0)",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "usage is summed over turns, and a turn without a counter leaves the sum unknown",
    },
  },
  {
    file: "harness/scenario/expectations/parts/check-bound.ts",
    find: "values.every((value) => value !== null && isWithin(bound, value))",
    replace: "values.every((value) => value === null || isWithin(bound, value))",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "an unknown value fails its check, whatever was expected",
    },
  },
  {
    file: "harness/scenario/expectations/output/examine-matcher.ts",
    find: 'if (output === null) return { status: "failed",',
    replace: 'if (output === null) return { status: "passed",',
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "an unknown value fails its check, whatever was expected",
    },
  },
  {
    file: "harness/scenario/expectations/effects.ts",
    find: 'explained: what !== "deleted" && allowed.has(path)',
    replace: "explained: allowed.has(path)",
    proof: {
      test: "test/scenario/expectations/effects.test.ts",
      title: "the effects check gives the right status for a removal",
    },
  },
  {
    file: "harness/checks/check-siblings.ts",
    find: "askedMs < firstByteMs",
    replace: "askedMs < firstByteMs - 1e9",
    proof: {
      test: "test/checks/check-siblings.test.ts",
      title: "a sibling that asks at the first byte or after it has waited; one that asks before it fails",
    },
  },
  {
    file: "harness/scenario/expectations/stop.ts",
    find: "stop === expected && (error === null || WITH_ERROR.has(expected));",
    replace: "stop === expected;",
    proof: {
      test: "test/scenario/expectations/fork-checks.test.ts",
      title: "an error is allowed only with an expected stop by error or abort",
    },
  },
];
