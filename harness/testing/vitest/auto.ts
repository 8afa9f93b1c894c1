import type { TestProject } from "vitest/node";

import { misuse } from "../misuse.ts";
import { hasCompared, openRun, type OpenRun } from "./run-mark.ts";

/**
 * One entry for two options of Vitest. In `setupFiles` it fails every test in which a turn or fork breaks its prefix, unless the
 * test calls `acceptBreaks`. In `globalSetup` it fails a run in which no test made two comparable requests.
 */
if ("__vitest_worker__" in globalThis) (await import("./watch-tests.ts")).watchTests();

/** Called by Vitest for `globalSetup`. */
export function setup(project: Pick<TestProject, "provide">): () => void {
  const run: OpenRun = openRun();
  project.provide("forkproofRun", run.folder);
  return () => {
    using _closed = run;
    if (hasCompared(run.folder)) return;
    const what = "forkproof/vitest/auto: no test of this run made two comparable requests, so no prefix was checked";
    const fix =
      "send the agent's requests through recordExchanges or mockProvider, and list forkproof/vitest/auto in setupFiles, too";
    throw misuse("HX544", what, fix);
  };
}
