import type { ForkedParent } from "../../kernel/scenario-subject.ts";
import type { ParentReplay } from "./parent/parent-replay.ts";
import type { SubjectTask } from "./subject-task.ts";
import type { TimeKeeper } from "./time/time-keeper.ts";

/** The provider of a run's requests, and how time passes there: the mocked provider, a recording, or the real provider. */
export type Endpoint = Pick<SubjectTask, "apiKey" | "startTimer" | "pause" | "fetch"> & {
  /** Serves until `work` is over. Later requests of a fork are the fork's own affair. */
  readonly serve: <T>(work: (baseUrlOf: LaneServers) => Promise<T>) => Promise<T>;
  /** @throws HarnessError where the provider does not answer the parent */
  readonly askParent: (replay: ParentReplay, baseUrl: string) => Promise<ForkedParent>;
  readonly letPass: (delayMs: number) => Promise<void> | void;
  /** Resolves when the first response of a lane sends its first byte. */
  readonly began: (lane: string) => Promise<void>;
  readonly keeper: Pick<TimeKeeper, "attend" | "standBy">;
  /** How long a subject may take in real time if its scenario does not say; by default the subject's own limit. */
  readonly limitMs?: number;
};

/** Where a lane's requests go. */
export type LaneServers = (lane: string) => Promise<string>;
