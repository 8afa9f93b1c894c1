import { afterAll, expect, test } from "vitest";
import { bodyDigest } from "../../harness/kernel/body-digest.ts";
import type { ForkRun } from "../../harness/kernel/run-result.ts";
import { chooseExchange } from "../../harness/run/choose-exchange.ts";
import { pairUp } from "../../harness/run/fork/fork-runs.ts";
import { runMockedFork } from "../../harness/run/fork/run-mocked-fork.ts";
import { SubjectWorkers } from "../../harness/run/fork/modules/subject-workers.ts";
import { loadScenarios } from "../../harness/run/load-scenarios.ts";
import { runFork } from "../../harness/run/job/run-fork.ts";
import { makeSourceOpener } from "../../harness/run/source-opener.ts";
import { forkCount } from "../../harness/scenario/decode/fork-count.ts";
import type { ForkScenario } from "../../harness/scenario/scenario.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";

const openSource = makeSourceOpener();
const workers = new SubjectWorkers();
afterAll(() => workers[Symbol.dispose]());

/** Forks with a filter write files: `runJob` gives them a copy of their folder. Commands start processes. */
const scenarios = loadScenarios(["scenarios"]).scenarios.filter(
  (each): each is ForkScenario =>
    each.kind === "fork" &&
    each.skip === null &&
    each.provider.mode === "mock" &&
    each.fork.subject.kind !== "command" &&
    each.fork.filter.length === 0,
);

/** What a run says of each fork that its strategy does not let leave the parent early, and what `inspect` says of the same requests. */
async function compared(scenario: ForkScenario): Promise<readonly (readonly [ForkRun["expectedRatio"], unknown])[]> {
  const open = (source: string): ReturnType<typeof openSource> => openSource(scenario, source);
  const { forks, judgements } = await runFork(scenario, open, { live: null, workers });
  const recorded =
    scenario.parent === null ? null : chooseExchange(open(scenario.parent.source), scenario.parent.exchange);
  // In virtual time, with scripted answers, a second run sends the same.
  const { served } = await runMockedFork(scenario, recorded, { workers });
  const provider = scenario.provider.name === null ? {} : { provider: scenario.provider.name };
  return pairUp(served, forkCount(scenario), recorded).flatMap(({ parent, first }, at) => {
    const fork = forks[at];
    const judgement = judgements.find(({ child }) => child.id === first?.id);
    if (parent === null || first === null || fork === undefined || judgement?.sharedEnd !== null) return [];
    // A folder of the run's own stands in some prompts.
    if (judgement.child.sha256 !== bodyDigest(first.request)) return [];
    const { expected, verdict } = judgement.ratio ?? { expected: null, verdict: undefined };
    expect([expected, verdict], scenario.id).toEqual([fork.expectedRatio, fork.ratioVerdict]);
    const recording = recordingOf([parent, { ...first, forkOf: parent.id }]);
    const child = inspectRecording(recording, provider).exchanges.find(({ id }) => id === first.id);
    return [[fork.expectedRatio, child?.ratio?.expected ?? null] as const];
  });
}

test("a run expects the same ratio of each fork as inspect expects of its first request", async () => {
  let known = 0;
  for (const scenario of scenarios) {
    for (const [run, inspected] of await compared(scenario)) {
      expect(run, scenario.id).toBe(inspected);
      if (run !== null) known += 1;
    }
  }
  expect(known).toBeGreaterThan(40);
}, 120_000);
