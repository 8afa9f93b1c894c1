import { monotonicMs, startTimer } from "../../../io/clock.ts";
import { type LoopbackServer, serveLoopback } from "../../../mock/serve/via-loopback.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";
import type { Endpoint } from "../../fork/endpoint.ts";
import { runForks } from "../../fork/run-forks.ts";
import type { SubjectTask } from "../../fork/subject-task.ts";
import type { SubjectWorkers } from "../../fork/modules/subject-workers.ts";
import type { LiveEndpoint } from "../live-endpoint.ts";
import { LiveProvider, STAND_IN } from "../live-provider.ts";
import { judgedParent, type LiveParent } from "../parents/live-parent.ts";
import type { Budget } from "../budget.ts";
import type { RoundEvidence } from "./round-evidence.ts";

/** A live model takes its time. */
const LIMIT_MS = 600_000;

/** Runs the subject's forks of an answered parent against the real provider, once. */
export async function runRound(
  scenario: ForkScenario,
  parent: LiveParent,
  means: { readonly endpoint: LiveEndpoint; readonly spending: Budget; readonly workers: SubjectWorkers },
  begun: () => void,
): Promise<RoundEvidence> {
  const provider = new LiveProvider(means.endpoint, means.spending, parent.sent);
  // Whichever lane is first: a command names its own.
  void provider.began("fork").then(begun);
  let startMs = monotonicMs();
  const endpoint: Endpoint = {
    ...REAL_TIME,
    began: (lane) => provider.began(lane),
    letPass: async (delayMs) => {
      const passedMs = parent.answeredAtMs === null ? 0 : monotonicMs() - parent.answeredAtMs;
      await pause(delayMs - passedMs, new AbortController().signal);
      startMs = monotonicMs();
    },
    askParent: async () => parent.forked,
    serve: (work) => serveLanes(provider, work),
  };
  // A paid request must not run twice, so no earlier job may have used the process.
  const host = { workers: means.workers, staysOnLoopback: false, isFresh: true };
  const { reports, printed, unmatched } = await runForks(scenario, parent.replay, endpoint, host);
  return {
    parent: judgedParent(parent),
    exchanges: provider.exchanges(),
    reports,
    printed,
    unmatched,
    refusal: provider.refusal(),
    faults: provider.faults(),
    durationMs: monotonicMs() - startMs,
  };
}

/** Waits in real time. */
const pause: SubjectTask["pause"] = async (delayMs, signal) => {
  if (delayMs <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = startTimer(delayMs, resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  cancel();
};

const REAL_TIME: Pick<Endpoint, "apiKey" | "startTimer" | "pause" | "fetch" | "keeper" | "limitMs"> = {
  apiKey: STAND_IN,
  startTimer,
  pause,
  fetch,
  keeper: { attend: (work) => work, standBy: (event) => event },
  limitMs: LIMIT_MS,
};

/** A server for each lane. */
async function serveLanes<Result>(
  provider: LiveProvider,
  work: (baseUrlOf: (lane: string) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const servers: LoopbackServer[] = [];
  try {
    return await work(async (lane) => {
      const server = await serveLoopback(provider.on(lane));
      servers.push(server);
      return server.baseUrl;
    });
  } finally {
    await Promise.all(servers.map(({ close }) => close()));
  }
}
