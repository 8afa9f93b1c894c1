import { openAsRecorded } from "../../../cassette/open-recording.ts";
import type { Exchange, Recording } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { Gates } from "../../../mock/script/gate.ts";
import { createReplayProvider, type ReplayedRequest } from "../../../replay/replay-provider.ts";
import type { ForkScenario } from "../../../scenario/scenario.ts";
import type { ForkServed } from "../fork-runs.ts";
import { replayOf } from "../parent/parent-replay.ts";
import type { OfflineRun } from "../run-mocked-fork.ts";
import { runOffline, START_MS } from "../run-offline.ts";
import { laneNamed, openLanes, refuseSingleLane } from "./replayed-lanes.ts";
import type { SubjectWorkers } from "../modules/subject-workers.ts";
import { TimeKeeper } from "../time/time-keeper.ts";
import { VirtualTime } from "../time/virtual-time.ts";

/**
 * Runs the subject's forks against a recording: each request must be one of its exchanges, to the last byte, and each of
 * those must be asked for. Usage is what was recorded.
 *
 * @throws HarnessError HX304 where the recording cannot be replayed, HX305 where it lacks an exchange that is named; those of a mocked run
 */
export async function runReplayedFork(
  scenario: ForkScenario,
  parent: Exchange | null,
  open: (source: string) => Recording,
  workers: SubjectWorkers,
): Promise<OfflineRun> {
  const replay = parent === null ? null : await replayOf(parent);
  const source = openAsRecorded(open(replayedSource(scenario)).name);
  const lanes = openLanes(source, scenario, parent);
  const time = new VirtualTime(START_MS);
  const keeper = new TimeKeeper(time, new Gates(), {});
  const beginnings = new Map<string, PromiseWithResolvers<void>>();
  const beginningOf = (lane: string): PromiseWithResolvers<void> => {
    const beginning = beginnings.get(lane) ?? Promise.withResolvers<void>();
    beginnings.set(lane, beginning);
    return beginning;
  };
  const provider = createReplayProvider({
    source,
    lanes: lanes.lanes,
    pace: scenario.provider.replay.pace,
    clock: {
      now: () => time.clock.now(),
      until: (atMs, signal) => wait(atMs - time.clock.now(), keeper, signal),
    },
    onFirstByte: (served) => beginningOf(laneNamed(served, lanes) ?? "").resolve(),
  });
  const began = (lane: string): Promise<void> => beginningOf(lane).promise;
  const ran = await runOffline(scenario, replay, { time, keeper, provider, began, workers });
  const served = provider.served().map((each, at) => asServed(each, at + 1, laneNamed(each, lanes)));
  refuseSingleLane(served, lanes, source);
  return { ...ran, served, faults: provider.finish() };
}

async function wait(delayMs: number, keeper: TimeKeeper, signal: AbortSignal): Promise<void> {
  if (delayMs > 0 && !signal.aborted) await keeper.pause(delayMs, signal);
}

function asServed(
  { request, answeredBy, startMs, firstByteMs }: ReplayedRequest,
  number: number,
  lane: string | null,
): ForkServed {
  const { method, path, host, headers, body } = request;
  return {
    exchange: {
      id: String(number),
      forkOf: null,
      method,
      path,
      host,
      headers,
      request: body,
      response: answeredBy?.exchange.response ?? null,
      startedAtMs: startMs,
      firstByteMs,
      fidelity: "A",
    },
    lane,
    prediction: null,
    isReplayed: answeredBy !== null,
    outcome: "complete",
  };
}

/** Where the scenario's recording lies: its own, or the parent's. @throws HarnessError HX197 where it names neither */
function replayedSource({ provider, parent, place }: ForkScenario): string {
  const source = provider.replay.cassette ?? parent?.source ?? null;
  if (source !== null) return source;
  const what = "mode `replay` has nothing to replay: the scenario names neither a cassette nor a parent";
  throw new HarnessError({ code: "HX197", what, where: place, fix: "add `provider.cassette`", exit: 2 });
}
