import type { ForkedParent } from "../../kernel/scenario-subject.ts";
import type { PrintedText } from "../../io/workers/worker-process.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { chooseSubject } from "./choose-subject.ts";
import type { Endpoint, LaneServers } from "./endpoint.ts";
import { forkTask } from "./fork-task.ts";
import type { ModuleHost } from "./modules/module-subject.ts";
import type { ParentReplay } from "./parent/parent-replay.ts";
import { runSiblings } from "./run-siblings.ts";
import { StubbedTools } from "./stub-tools.ts";
import type { RunnableSubject, SubjectReport, SubjectTask } from "./subject-task.ts";

/** The subjects' own reports. */
export type RanForks = {
  readonly reports: readonly SubjectReport[];
  /** Of the subject's own process. */
  readonly printed: PrintedText | null;
  /** Calls that no stub of the scenario answers. */
  readonly unmatched: readonly string[];
};

/**
 * Sends the parent's request, if there is one, to `endpoint`, lets time pass, and runs the subject's forks against it: the one
 * runner for every endpoint.
 *
 * @throws HarnessError for errors that the user can fix: a refused parent, a subject that cannot be run
 */
export async function runForks(
  scenario: ForkScenario,
  replay: ParentReplay | null,
  endpoint: Endpoint,
  host: ModuleHost,
): Promise<RanForks> {
  const { fork, provider: section } = scenario;
  using subject = chooseSubject(scenario, host);
  const tools = new StubbedTools(fork.tools);
  const answered = await endpoint.serve(async (baseUrlOf) => {
    const sent = replay === null ? NO_PARENT : await endpoint.askParent(replay, await baseUrlOf("parent"));
    await endpoint.letPass(section.forkAfterMs ?? 0);
    const { apiKey, startTimer, pause, fetch } = endpoint;
    const task = { apiKey, startTimer, pause, fetch, baseUrl: "", ...(await forkTask(scenario, tools)), parent: sent };
    const limitMs = scenario.timeoutMs ?? endpoint.limitMs ?? subject.limitMs;
    const served = throughServers(endpoint.limitMs === undefined ? subject : { ...subject, limitMs }, baseUrlOf);
    return runSiblings(fork, served, task, endpoint);
  });
  return { ...(await subject.finish(answered)), unmatched: tools.unmatched() };
}

/** For a command that sends its own. */
const NO_PARENT: ForkedParent = { id: "", request: Buffer.alloc(0), headers: [], answer: null };

/** Each sibling asks the server of its own lane. */
function throughServers(subject: RunnableSubject, baseUrlOf: LaneServers): RunnableSubject {
  const own = async (task: SubjectTask): Promise<SubjectTask> => ({ ...task, baseUrl: await baseUrlOf(task.lane) });
  const { run, runSiblings: runAll } = subject;
  return {
    ...subject,
    run: async (task) => run(await own(task)),
    ...(runAll && { runSiblings: async (tasks, watch) => runAll(await Promise.all(tasks.map(own)), watch) }),
  };
}
