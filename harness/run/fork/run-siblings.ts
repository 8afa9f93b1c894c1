import type { ForkSection } from "../../scenario/fork-section.ts";
import type { RunnableSubject, SiblingWatch, SubjectReport, SubjectTask } from "./subject-task.ts";
import type { Endpoint } from "./endpoint.ts";
import { laneOf } from "./to-mock-script.ts";
import { withinDeadline } from "./time/within-deadline.ts";

/**
 * Runs the scenario's forks: all at once, or the others as soon as the first one's response has begun, when what it wrote
 * can be read. A subject that has a schedule for this is given all siblings, so that its own schedule is tested. Where one
 * fork cannot be run the others are aborted.
 */
export async function runSiblings(
  { siblings, abortAfterMs }: ForkSection,
  subject: RunnableSubject,
  task: Omit<SubjectTask, "lane" | "signal">,
  { began, keeper }: Pick<Endpoint, "began" | "keeper">,
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
    const asked = new Map<string, PromiseWithResolvers<void>>(
      lanes.map((lane) => [lane, Promise.withResolvers<void>()]),
    );
    const tasks = lanes.map((lane) => ({ ...task, lane, onAsk: () => asked.get(lane)?.resolve() }));
    const watch: SiblingWatch = (lane, startAfter, run) => {
      // One that asks waits no longer, whatever it should have waited for.
      if (startAfter !== null) void keeper.standBy(Promise.race([startAfter, asked.get(lane)?.promise]));
      return keeper.attend(run());
    };
    return limited(
      (signal) =>
        runAll(
          tasks.map((each) => ({ ...each, signal })),
          watch,
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
    if (siblings.start === "after-first-byte") await Promise.race([began(laneOf(1)), begun]);
    return await Promise.all([begun, ...others.map((start) => start())]);
  } catch (fault) {
    abort.abort(fault);
    throw fault;
  }
}
