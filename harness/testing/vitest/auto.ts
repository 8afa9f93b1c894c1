// oxlint-disable-next-line import/no-unassigned-import -- it refuses an old Node before what follows fails on it
import "../require-node.ts";
import type { TestProject } from "vitest/node";

import { failAtExit, printToStderr } from "../../io/host-process.ts";
import { environmentVariable } from "../../io/process.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { starredOut } from "../../verdict/hide-credentials.ts";
import { comparedTests, openRun, type OpenRun } from "./run-mark.ts";

/**
 * One entry for two options of Vitest. In `setupFiles` it fails every test in which a turn or fork breaks its prefix, unless the
 * test calls `acceptBreaks`. In `globalSetup` it fails a run in which no test made two comparable requests; the environment variable
 * `FORKPROOF_MAY_COMPARE_NOTHING=1` excuses a selection of tests without a model.
 */
if ("__vitest_worker__" in globalThis) (await import("./watch-tests.ts")).watchTests();

/** Called by Vitest for `globalSetup`. */
export function setup(project: Pick<TestProject, "provide">): () => void {
  const run: OpenRun = openRun();
  project.provide("forkproofRun", run.folder);
  return () => {
    using _closed = run;
    const { compared, tests, inHooks, unread, unchecked } = comparedTests(run.folder);
    if (unread.size > 0) printToStderr(unreadText(unread));
    if (unchecked.length > 0) {
      printToStderr(uncheckedText(unchecked));
      if (environmentVariable(EXCUSE) !== "1") failAtExit();
    }
    if (compared > 0 || inHooks) {
      printToStderr(`forkproof  ${compared} of ${tests} tests made comparable requests\n`);
      return;
    }
    if (environmentVariable(EXCUSE) === "1") return;
    // Vitest prints an error of a teardown with its stack and its fields.
    printToStderr(NOTHING_COMPARED);
    failAtExit();
  };
}

/** What nothing is known of is not passed over in silence. A path may hold a key. */
function unreadText(unread: ReadonlyMap<string, number>): string {
  const paths = [...unread].map(([request, times]) => `${starredOut(request)} (${formatCount(times)})`).sort();
  const count = [...unread.values()].reduce((sum, times) => sum + times, 0);
  return `forkproof  not compared: ${pluralize(count, "request")} of no supported wire format: ${paths.join(", ")}\n`;
}

/** Vitest runs no hook of a file whose tests are all skipped, so nothing could check what the file sent before. */
function uncheckedText(files: readonly string[]): string {
  const listed = files.map((file) => `  ${starredOut(file)}\n`).join("");
  return `\nHX544 forkproof/vitest/auto: files whose tests are all skipped sent requests that were not checked:\n${listed}fix: let a test or a hook run the agent instead of the top level of the file. For a selection of tests:\n${EXCUSE}=1 vitest run FILE\n`;
}

const EXCUSE = "FORKPROOF_MAY_COMPARE_NOTHING";

const NOTHING_COMPARED = `
HX544 forkproof/vitest/auto: no test of this run made two comparable requests, so
no prefix was checked
fix: send the agent's requests through recordExchanges or mockProvider, and list
forkproof/vitest/auto in setupFiles, too. For a selection of tests without a model:
${EXCUSE}=1 vitest run FILE
`;
