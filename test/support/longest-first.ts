import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small files that take long. */
const LONG = [
  "test/oracle/oracle.slow.test.ts",
  "test/incidents/interleaved.slow.test.ts",
  "test/oracle/sandbox.slow.test.ts",
  "test/queue/network.slow.test.ts",
  "test/verdict/forbidden-reads.property.test.ts",
  "test/verdict/break-invariants.slow.test.ts",
  "test/verdict/one-ratio.property.test.ts",
  "test/break-cost/break-cost.property.test.ts",
  "test/testing/parity.slow.test.ts",
  "test/diagnosis/causes/mutated-causes.slow.test.ts",
  "test/diagnosis/causes/volatile-values.slow.test.ts",
  "test/queue/deaths.slow.test.ts",
  "test/agents/python-agent.slow.test.ts",
  "test/record/recorded-faults.slow.test.ts",
  "test/run/live/compare.slow.test.ts",
  "test/slow/killed-run.slow.test.ts",
  "test/slow/chaos.slow.test.ts",
  "test/page/large-page.slow.test.ts",
  "test/lineage/sessions.property.test.ts",
  "test/src/filters/shell/run/endless.slow.test.ts",
  "test/run/parallel/parallel-runs.slow.test.ts",
  "test/readme/commands.slow.test.ts",
  "test/incidents/paired-causes.slow.test.ts",
  "test/cli/fits-terminal.slow.test.ts",
  "test/page/every-recording.slow.test.ts",
  "test/mutants/run.slow.test.ts",
  "test/verdict/kept-per-request.slow.test.ts",
  "test/fidelity/estimator.slow.test.ts",
].map((path) => join(import.meta.dirname, "../..", path));

/**
 * Vitest starts the largest files first where it does not know from an earlier run how long each takes, as on a new machine. A small file
 * that takes long would then run alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = LONG.filter((path) => !existsSync(path));
    if (missing.length > 0)
      throw new Error(`test/support/longest-first.ts names files that are missing: ${missing.join(", ")}`);
    const [long, others] = [true, false].map((isLong) =>
      files.filter(({ moduleId }) => LONG.includes(moduleId) === isLong),
    );
    return [...(await super.sort(long ?? [])), ...(await super.sort(others ?? []))];
  }
}
