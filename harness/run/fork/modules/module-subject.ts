import type { PrintedText } from "../../../io/workers/worker-process.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { once } from "../../../kernel/memo/once.ts";
import { refuseHost } from "../../../mock/serve/egress-guard.ts";
import type { RunnableSubject, SubjectReport, SubjectTask } from "../subject-task.ts";
import type { OwnVariables } from "./subject-environment.ts";
import type { OnCall, SubjectWorker, WorkerFault } from "./subject-worker.ts";
import type { SubjectWorkers } from "./subject-workers.ts";
import { tellingLines } from "./telling-lines.ts";
import { laneOf } from "../to-mock-script.ts";

/** Where modules run. */
export type ModuleHost = {
  readonly workers: SubjectWorkers;
  /** Whether connections to other hosts are refused. */
  readonly staysOnLoopback: boolean;
  /** Whether the job needs a process that no other job has used: it cannot be run twice. */
  readonly isFresh: boolean;
};

/** Code that an earlier job left behind broke the process of this one, which has to be run again. */
export class StrayFaultError extends Error {}

/** The module at `path` as a subject: all forks of the job run in one worker process, as they would in the user's agent. */
export function moduleSubject(
  path: string,
  { limitMs, env }: { readonly limitMs: number; readonly env: OwnVariables },
  { workers, staysOnLoopback, isFresh }: ModuleHost,
): RunnableSubject {
  let leasing: Promise<SubjectWorker> | null = null;
  let leased: SubjectWorker | null = null;
  const lease = async (): Promise<SubjectWorker> => {
    leased = await workers.lease({ isFresh, env });
    leased.begin(staysOnLoopback);
    return leased;
  };
  return {
    limitMs,
    run: async (task) => runModule(await (leasing ??= lease()), path, task),
    stop: (lane, why) => leased?.stop(lane, why),
    finish: async (reports) => {
      if (leased === null) return { reports, printed: null };
      const { fault, refused, printed } = await leased.end();
      workers.giveBack(leased);
      leased = null;
      if (fault?.isStray === true) throw new StrayFaultError(fault.text);
      const [host] = refused;
      if (host !== undefined) throw refuseHost(host);
      return {
        reports:
          fault === null ? reports : reports.map((report, at) => withFault(report, laneOf(at + 1), fault, printed)),
        printed,
      };
    },
    [Symbol.dispose]: () => {
      if (leased === null) return;
      leased.kill();
      workers.giveBack(leased);
    },
  };
}

/** @throws HarnessError HX193 if there is no such function to run */
async function runModule(worker: SubjectWorker, path: string, task: SubjectTask): Promise<SubjectReport> {
  const decisions: NonNullable<SubjectReport["decisions"]>[number][] = [];
  const call: OnCall = async (tool, input) => {
    const said = await task.decide(tool, input);
    decisions.push({ tool, input, ...said });
    if (said.decision === "allow") return task.callTool(tool, input);
    return { content: (await import("../../fork-library.ts")).denialText(tool, said), isError: true };
  };
  const { parent, baseUrl, apiKey, directive, memoryDir, signal } = task;
  const plain = { parent, baseUrl, apiKey, directive, memoryDir };
  const running = worker.run(task.lane, path, plain, signal, call);
  void prepareJudgement();
  const result = await running;
  if (result === null) return { stop: "error", output: null, decisions, error: UNTOLD };
  switch (result.kind) {
    case "done":
      return { stop: null, output: result.output, decisions, error: null };
    case "threw": {
      const error = `the module failed: ${result.text}`;
      return { stop: signal.aborted ? "aborted" : "error", output: null, decisions, error };
    }
    case "broken":
      throw notRunnable(path, `the module cannot be imported: ${result.text}`, "fix what it says");
    case "scored":
      throw new Error("a fork answered as a scorer does");
    case "no function":
      throw withoutFunction(path, path);
  }
}

/** While the first module works, this process has time to load what prices its fork. */
const prepareJudgement = once(async () => (await import("../../../money/price-list.ts")).loadPriceList());

/** Until the end of the job shows why its process ended. */
const UNTOLD = "its process ended";

/** The fork that did it fails with the fault, whatever it had reported; the others only where they had not reported yet. */
function withFault(
  report: SubjectReport,
  lane: string,
  { run, text }: WorkerFault,
  { stderr }: PrintedText,
): SubjectReport {
  const isUntold = report.error === UNTOLD;
  if (run !== null && run !== lane) return isUntold ? { ...report, error: `${UNTOLD} because of ${run}` } : report;
  // Reported by the code that stopped it.
  if (report.stop === "timeout") return report;
  const said = text.startsWith("its process") ? tellingLines(stderr).join(" ") : "";
  return { ...report, stop: "error", error: said === "" ? text : `${text}: ${said}` };
}

/** A module whose default export is something else, or missing. */
export function withoutFunction(path: string, where: string): HarnessError {
  const fix = "write `export default async ({ parent, baseUrl, directive }) => { … }`";
  const what = "the module has no function as its default export";
  return new HarnessError({ code: "HX193", what: where === path ? what : `${path}: ${what}`, where, fix, exit: 2 });
}

function notRunnable(path: string, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX193", what, where: path, fix, exit: 2 });
}
