import { guardEgress } from "../../mock/egress-guard.ts";
import type { MockFault } from "../../mock/fault.ts";
import { createMockProvider, type ServedExchange } from "../../mock/mock-provider.ts";
import { serveLoopback } from "../../mock/via-loopback.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import { TimeKeeper } from "./keep-time.ts";
import { recordedStep } from "./recorded-step.ts";
import { runSiblings } from "./run-siblings.ts";
import { sendParent } from "./send-parent.ts";
import { StubbedTools } from "./stub-tools.ts";
import type { ForkedParent, SubjectReport, SubjectTask } from "./subject-task.ts";
import { TOGETHER, toMockScript } from "./to-mock-script.ts";
import { VirtualTime } from "./virtual-time.ts";

/** What a mocked run left behind: every request that reached the wire, and what the subjects say of themselves. */
export type MockedRun = {
  readonly served: readonly ServedExchange[];
  readonly reports: readonly SubjectReport[];
  readonly faults: readonly MockFault[];
};

/** Any key is as good as another: the mocked provider wants one, as the real one does. */
const API_KEY = "forkproof-mocked";

/** Virtual time starts here in every run, so that reports do not differ. */
const START_MS = Date.UTC(2026, 0, 1);

/**
 * Replays the parent's request against the mocked provider, lets time pass, and runs the subject's forks against it.
 *
 * @throws HarnessError for what the user can mend: a refused parent, a subject that fails, a call without a stub
 */
export async function runMockedFork(scenario: ForkScenario, parent: Exchange | null): Promise<MockedRun> {
  const { fork, provider: section } = scenario;
  const time = new VirtualTime(START_MS);
  const { script, waits } = toMockScript(section.script, recordedStep(parent), fork.siblings);
  const provider = createMockProvider({ script, siblings: fork.siblings.count, clock: time.clock });
  const tools = new StubbedTools(fork.tools);
  const keeper = new TimeKeeper(provider, time);
  using egress = guardEgress();
  const server = await serveLoopback(provider);
  const reports: SubjectReport[] = [];
  try {
    keeper.watch(waits);
    const sent = parent === null ? NO_PARENT : await sendParent(parent, server.baseUrl, API_KEY);
    time.clock.advance(section.forkAfterMs ?? 0);
    if (fork.siblings.start === "together") void openTogether(provider.gates, fork.siblings.count);
    const task = await makeTask(scenario, { parent: sent, baseUrl: server.baseUrl, time, tools });
    reports.push(...(await runSiblings(scenario, task, provider, time)));
  } finally {
    await server.close();
  }
  const [escape] = egress.refused();
  if (escape !== undefined) throw escape;
  refuseUnmatched(tools, scenario);
  return { served: provider.served(), reports, faults: provider.finish() };
}

const NO_PARENT: ForkedParent = { request: Buffer.alloc(0), headers: [], answer: null };

async function makeTask(
  { fork, timeoutMs }: ForkScenario,
  around: {
    readonly parent: ForkedParent;
    readonly baseUrl: string;
    readonly time: VirtualTime;
    readonly tools: StubbedTools;
  },
): Promise<Omit<SubjectTask, "lane" | "signal">> {
  const { parent, baseUrl, time, tools } = around;
  return {
    parent,
    baseUrl,
    apiKey: API_KEY,
    directive: fork.prompt ?? "",
    label: fork.label ?? "fork",
    maxTurns: fork.maxTurns,
    timeoutMs,
    decide: fork.filter.length === 0 ? allowEveryCall : (await import("../subject.ts")).makeFilter(fork.filter),
    callTool: tools.call,
    startTimer: (delayMs, fire) => time.start(delayMs, fire),
  };
}

/** Without a filter the library is not loaded: somebody else's fork may be all that the scenario runs. */
const allowEveryCall: SubjectTask["decide"] = async () => ({
  decision: "allow",
  rule: "allow-all",
  reason: "The scenario has no filter.",
});

async function openTogether(
  gates: { readonly held: (gate: string, count: number) => Promise<void>; readonly open: (gate: string) => void },
  count: number,
): Promise<void> {
  await gates.held(TOGETHER, count);
  gates.open(TOGETHER);
}

function refuseUnmatched(tools: StubbedTools, scenario: ForkScenario): void {
  const [first, ...others] = tools.unmatched();
  if (first === undefined) return;
  throw new HarnessError({
    code: "HX199",
    what: `no stub answers the call ${first}${others.length > 0 ? `, nor ${others.length} more` : ""}`,
    where: scenario.place,
    mend: "add it to `fork.tools`, with `returns` or `fails`",
    exit: 2,
  });
}
