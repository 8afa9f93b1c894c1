import type { MockProvider } from "../../mock/mock-provider.ts";
import type { ForkSection } from "../../scenario/fork-section.ts";
import type { RunnableSubject, SiblingWatch, SubjectReport, SubjectTask } from "./subject-task.ts";
import { laneOf } from "./to-mock-script.ts";
import { withinDeadline } from "./within-deadline.ts";

type World = { readonly provider: Pick<MockProvider, "began">; readonly keeper: SiblingWatch };

/**
 * Runs the scenario's forks: all at once, or the others as soon as the first one's response has begun, when what it wrote
 * can be read. A subject that has a schedule for this is given all siblings, so that its own schedule is tested. Where one
 * fork cannot be run the others are aborted.
 */
export async function runSiblings(
  { siblings, abortAfterMs }: ForkSection,
  subject: RunnableSubject,
  task: Omit<SubjectTask, "lane" | "signal">,
  { provider, keeper }: World,
): Promise<readonly SubjectReport[]> {
  const abort = new AbortController();
  if (abortAfterMs !== null)
    task.startTimer(abortAfterMs, () => abort.abort(new Error("the scenario aborts the fork")));
  const limited = <T>(run: (signal: AbortSignal) => Promise<T>, onLate: (why: string) => T): Promise<T> =>
    withinDeadline(subject.limitMs, abort.signal, run, onLate);
  const late = (lane: string, why: string): SubjectReport => {
    subject.stop(lane, why);
    return { stop: "timeout", output: null, decisions: null, error: why };
  };
  const lanes = Array.from({ length: siblings.count }, (_, at) => laneOf(at + 1));
  const { runSiblings: runAll } = subject;
  if (runAll !== undefined && siblings.count > 1 && siblings.start === "after-first-byte") {
    return limited(
      (signal) =>
        runAll(
          lanes.map((lane) => ({ ...task, lane, signal })),
          keeper,
        ),
      (why) => lanes.map((lane) => late(lane, why)),
    );
  }
  const [first, ...others] = lanes.map(
    (lane) => () =>
      keeper.attend(
        limited(
          (signal) => subject.run({ ...task, lane, signal }),
          (why) => late(lane, why),
        ),
      ),
  );
  if (first === undefined) return [];
  const begun = first();
  try {
    if (siblings.start === "after-first-byte") await Promise.race([provider.began(laneOf(1)), begun]);
    return await Promise.all([begun, ...others.map((start) => start())]);
  } catch (fault) {
    abort.abort(fault);
    throw fault;
  }
}
