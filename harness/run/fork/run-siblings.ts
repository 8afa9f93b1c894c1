import type { MockProvider } from "../../mock/mock-provider.ts";
import type { ForkSection } from "../../scenario/fork-section.ts";
import type { RunnableSubject, SubjectReport, SubjectTask } from "./subject-task.ts";
import type { TimeKeeper } from "./time-keeper.ts";
import { laneOf } from "./to-mock-script.ts";
import { withinDeadline } from "./within-deadline.ts";

/**
 * Runs the scenario's forks: all at once, or the others as soon as the first one's response has begun, when what it wrote
 * can be read. Where one cannot be run the others are aborted.
 */
export async function runSiblings(
  { siblings, abortAfterMs }: ForkSection,
  subject: RunnableSubject,
  task: Omit<SubjectTask, "lane" | "signal">,
  { provider, keeper }: { readonly provider: Pick<MockProvider, "began">; readonly keeper: Pick<TimeKeeper, "attend"> },
): Promise<readonly SubjectReport[]> {
  const abort = new AbortController();
  if (abortAfterMs !== null)
    task.startTimer(abortAfterMs, () => abort.abort(new Error("the scenario aborts the fork")));
  const start = (sibling: number): Promise<SubjectReport> =>
    keeper.attend(
      withinDeadline(
        subject.limitMs,
        abort.signal,
        (signal) => subject.run({ ...task, lane: laneOf(sibling), signal }),
        (why) => subject.stop(laneOf(sibling), why),
      ),
    );
  const startOthers = (): readonly Promise<SubjectReport>[] =>
    Array.from({ length: siblings.count - 1 }, (_, at) => start(at + 2));
  const first = start(1);
  try {
    if (siblings.start === "after-first-byte") await Promise.race([provider.began(laneOf(1)), first]);
    return await Promise.all([first, ...startOthers()]);
  } catch (fault) {
    abort.abort(fault);
    throw fault;
  }
}
