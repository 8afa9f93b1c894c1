import type { MockProvider } from "../../mock/mock-provider.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { runCommand } from "./command-subject.ts";
import { runModule } from "./module-subject.ts";
import type { RunSubject, SubjectReport, SubjectTask } from "./subject-task.ts";
import { laneOf } from "./to-mock-script.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Somebody else's code is given this long, in real time, where its scenario does not say. */
const LIMIT_MS = 30_000;

/**
 * Runs the scenario's forks: all at once, or the others as soon as the first one's response has begun, when what it wrote
 * can be read.
 */
export async function runSiblings(
  scenario: ForkScenario,
  task: Omit<SubjectTask, "lane" | "signal">,
  provider: MockProvider,
  time: VirtualTime,
): Promise<readonly SubjectReport[]> {
  const { siblings, abortAfterMs } = scenario.fork;
  const run = subjectOf(scenario);
  const abort = new AbortController();
  if (abortAfterMs !== null) time.start(abortAfterMs, () => abort.abort(new Error("the scenario aborts the fork")));
  const start = (sibling: number): Promise<SubjectReport> =>
    run({ ...task, lane: laneOf(sibling), signal: abort.signal });
  const first = start(1);
  if (siblings.count === 1) return [await first];
  if (siblings.start === "after-first-byte") await Promise.race([provider.began(laneOf(1)), first]);
  const others = Array.from({ length: siblings.count - 1 }, (_, at) => start(at + 2));
  return Promise.all([first, ...others]);
}

/** The library is loaded only for a scenario that runs it: the SDK costs a third of a second. */
function subjectOf({ fork, timeoutMs }: ForkScenario): RunSubject {
  const { subject } = fork;
  const limitMs = timeoutMs ?? LIMIT_MS;
  switch (subject.kind) {
    case "strategy":
      return async (task) => (await import("../subject.ts")).forkWithStrategy(subject.strategy, task);
    case "module":
      return (task) => runModule(subject.path, task, limitMs);
    case "command":
      return (task) => runCommand(subject.command, task, limitMs);
  }
}
