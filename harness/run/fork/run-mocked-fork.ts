import type { Exchange } from "../../kernel/exchange.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { askedCacheHeader, withPartedCaches } from "../../kernel/lane/asked-cache.ts";
import { createMockProvider, type ServedExchange } from "../../mock/mock-provider.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { forkCount } from "../../scenario/decode/fork-count.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { ForkServed } from "./fork-runs.ts";
import type { SubjectWorkers } from "./modules/subject-workers.ts";
import { plainAnswer, replayOf } from "./parent/parent-replay.ts";
import type { RanForks } from "./run-forks.ts";
import { type Offline, runOffline, START_MS } from "./run-offline.ts";
import { TimeKeeper } from "./time/time-keeper.ts";
import { VirtualTime } from "./time/virtual-time.ts";
import { toMockScript } from "./to-mock-script.ts";

/** The result of a run on loopback: every request that reached the provider, and the subjects' own reports. */
export type OfflineRun = Pick<RanForks, "reports" | "printed"> & {
  readonly served: readonly ForkServed[];
  readonly faults: readonly MockFault[];
  /** Requests that were open when the last fork had reported. */
  readonly leftOpen: number;
};

/**
 * Runs the subject's forks against the mocked provider.
 *
 * @throws HarnessError as `runOffline`
 */
export async function runMockedFork(
  scenario: ForkScenario,
  parent: Exchange | null,
  { workers, caches, through }: MockedMeans,
): Promise<OfflineRun> {
  const { fork, provider: section } = scenario;
  const replay = parent === null ? null : await replayOf(parent);
  const count = forkCount(scenario);
  // A command starts its forks itself.
  const start = fork.subject.kind === "command" ? "unscheduled" : fork.siblings.start;
  const script = toMockScript(section, replay?.answer ?? plainAnswer, { count, start });
  const time = new VirtualTime(START_MS);
  const provider = await createMockProvider({
    script,
    siblings: count,
    clock: time.clock,
    like: replay?.layout ?? null,
    ...(caches && { caches }),
  });
  const { gates, began, inFlight } = provider;
  const keeper = new TimeKeeper(time, gates, script);
  const endpoint = { time, keeper, provider, began, inFlight, workers, ...(through && { through }) };
  const ran = await runOffline(scenario, replay, endpoint);
  return { ...ran, served: withCaches(provider.served()), faults: provider.finish() };
}

/** Requests with the cache that each asked, where those differ. One job has one provider, whichever number it has in this process. */
function withCaches(served: readonly ServedExchange[]): readonly ForkServed[] {
  const asked = served.map(({ exchange, asked: { workspace } }) => ({
    ...exchange,
    headers: [...exchange.headers, askedCacheHeader({ provider: 1, workspace })],
  }));
  const exchanges = [...withPartedCaches(asked, asked)];
  return served.map((each, at) => ({ ...each, exchange: exchanges[at] ?? each.exchange }));
}

/** The settings of a mocked run. */
export type MockedMeans = Pick<Offline, "through"> & {
  readonly workers: SubjectWorkers;
  readonly caches?: readonly ProviderCache[] | undefined;
};
