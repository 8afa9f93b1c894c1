import type { ProviderCache } from "../../providers/provider.ts";
import type { PrintedText } from "../../io/workers/worker-process.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { guardEgress } from "../../mock/serve/egress-guard.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { createMockProvider } from "../../mock/mock-provider.ts";
import { serveLoopback } from "../../mock/serve/via-loopback.ts";
import { forkCount } from "../../scenario/decode/fork-count.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { locateMemory } from "../locate-memory.ts";
import { chooseSubject } from "./choose-subject.ts";
import type { ForkServed } from "./fork-runs.ts";
import { withMemoryWrites } from "./memory-tools.ts";
import type { ModuleHost } from "./modules/module-subject.ts";
import { plainAnswer, replayOf } from "./parent/parent-replay.ts";
import { runSiblings } from "./run-siblings.ts";
import { sendParent } from "./parent/send-parent.ts";
import { StubbedTools } from "./stub-tools.ts";
import type { ForkedParent, SubjectReport, SubjectTask } from "./subject-task.ts";
import type { SubjectWorkers } from "./modules/subject-workers.ts";
import { TimeKeeper } from "./time/time-keeper.ts";
import { toMockScript } from "./to-mock-script.ts";
import { VirtualTime } from "./time/virtual-time.ts";

/** What a mocked run left behind: every request that reached the wire, and what the subjects say of themselves. */
export type MockedRun = {
  readonly served: readonly ForkServed[];
  readonly reports: readonly SubjectReport[];
  /** Of the subject's own process. */
  readonly printed: PrintedText | null;
  readonly faults: readonly MockFault[];
};

/** Any key is as good as another: the mocked provider wants one, as the real one does. */
export const API_KEY = "forkproof-mocked";

/** Virtual time starts here in every run, so that reports do not differ. */
export const START_MS: number = Date.UTC(2026, 0, 1);

/**
 * Replays the parent's request against the mocked provider, lets time pass, and runs the subject's forks against it.
 *
 * @throws HarnessError for what the user can fix: a refused parent, a subject that cannot be run, a call without a stub
 */
export async function runMockedFork(
  scenario: ForkScenario,
  parent: Exchange | null,
  { workers, caches, through = async (baseUrl) => baseUrl }: MockedMeans,
): Promise<MockedRun> {
  const { fork, provider: section } = scenario;
  using subject = chooseSubject(scenario, hostOf(scenario, workers));
  const replay = parent === null ? null : replayOf(parent);
  const time = new VirtualTime(START_MS);
  const count = forkCount(scenario);
  // A command starts its forks itself.
  const start = fork.subject.kind === "command" ? "unscheduled" : fork.siblings.start;
  const script = toMockScript(section, replay?.answer ?? plainAnswer, { count, start });
  const provider = createMockProvider({
    script,
    siblings: count,
    clock: time.clock,
    like: replay?.layout ?? null,
    ...(caches && { caches }),
  });
  const keeper = new TimeKeeper(time, provider.gates, script);
  const tools = new StubbedTools(fork.tools);

  const runForks = async (baseUrl: string): Promise<readonly SubjectReport[]> => {
    const wire = { baseUrl, apiKey: API_KEY };
    const sent = replay === null ? NO_PARENT : await keeper.attend(sendParent(replay, wire));
    time.clock.advance(section.forkAfterMs ?? 0);
    const timers = { startTimer: time.start, pause: keeper.pause };
    const task = { ...wire, ...timers, ...(await forkTask(scenario, tools)), parent: sent };
    return runSiblings(fork, subject, task, { provider, keeper });
  };
  using egress = guardEgress();
  const answered = await onLoopback(provider, async (baseUrl) => keeper.keep(runForks(await through(baseUrl))));
  const { reports, printed } = await subject.finish(answered);
  const [escape] = egress.refused();
  if (escape !== undefined) throw escape;
  refuseUnmatched(tools, scenario);
  return { served: provider.served(), reports, printed, faults: provider.finish() };
}

/** What a mocked run is run with. */
export type MockedMeans = {
  readonly workers: SubjectWorkers;
  readonly caches?: readonly ProviderCache[] | undefined;
  /** What stands between the forks and the provider; answers its own base URL. */
  readonly through?: (baseUrl: string) => Promise<string>;
};

/** A memory fork writes into its folder, so that it cannot be run twice. */
export function hostOf({ fork }: ForkScenario, workers: SubjectWorkers): ModuleHost {
  return { workers, staysOnLoopback: true, isFresh: fork.filter.some(({ kind }) => kind === "auto-mem") };
}

/** The server is closed before the subject is finished: what a fork leaves open then is its own. */
export async function onLoopback<T>(
  provider: Parameters<typeof serveLoopback>[0],
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  await using server = await serveLoopback(provider);
  return await work(server.baseUrl);
}

/** For a command that sends its own. */
export const NO_PARENT: ForkedParent = { id: "", request: Buffer.alloc(0), headers: [], answer: null };

/** What the scenario itself says of the fork. */
export async function forkTask(
  scenario: ForkScenario,
  tools: StubbedTools,
): Promise<Pick<SubjectTask, "directive" | "label" | "maxTurns" | "timeoutMs" | "decide" | "callTool" | "memoryDir">> {
  const { fork, timeoutMs } = scenario;
  const filters = locateMemory(fork.filter, scenario);
  const memory = filters.find((form) => form.kind === "auto-mem");
  const memoryDir = memory?.kind === "auto-mem" ? memory.memoryDir : null;
  const decide = filters.length === 0 ? allowEveryCall : (await import("../fork-library.ts")).makeFilter(filters);
  const plain = { decide, callTool: tools.call };
  return {
    directive: fork.prompt ?? "",
    label: fork.label ?? "fork",
    maxTurns: fork.maxTurns,
    timeoutMs,
    memoryDir,
    ...(memoryDir === null ? plain : withMemoryWrites(memoryDir, plain)),
  };
}

/** Without a filter the library is not loaded: somebody else's fork may be all that the scenario runs. */
const allowEveryCall: SubjectTask["decide"] = async () => ({
  decision: "allow",
  rule: "allow-all",
  reason: "The scenario has no filter.",
});

export function refuseUnmatched(tools: StubbedTools, { place }: ForkScenario): void {
  const [first, ...others] = tools.unmatched();
  if (first === undefined) return;
  throw new HarnessError({
    code: "HX199",
    what: `no stub answers the call ${first}${others.length > 0 ? `, nor ${others.length} more` : ""}`,
    where: place,
    fix: "add it to `fork.tools`, with `returns` or `fails`",
    exit: 2,
  });
}
