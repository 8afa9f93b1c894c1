import type { CheckResult, ForkRun } from "../../harness/kernel/run-result.ts";
import { testPattern } from "../../harness/io/workers/pattern-worker.ts";
import type { Examiners, Scored } from "../../harness/scenario/expectations/output/examine-matcher.ts";
import { checkOutput } from "../../harness/scenario/expectations/output/output.ts";
import type { OutputMatcher } from "../../harness/scenario/expectations/output/output-matcher.ts";
import { schemaFault } from "../../harness/scenario/shape/schema-fault.ts";

/** The examiners of a run, with modules and graders that answer this. */
function examinersWith(scored: Scored): Examiners {
  return {
    matchesPattern: testPattern,
    schemaFault: (schema, text) => schemaFault(testPattern, schema, text),
    scoreOf: () => scored,
  };
}

/** Checks what forks said with matchers that all have to match. */
export function outputChecks(
  forks: readonly ForkRun[],
  matchers: readonly OutputMatcher[],
  scored: Scored = { kind: "no opinion" },
): readonly CheckResult[] {
  const items = matchers.map((matcher) => ({ matcher, weight: null, idle: [] }));
  return checkOutput(items, { forks, examiners: examinersWith(scored) });
}
