import { cacheModel } from "./cache-model.bench.ts";
import { confinement } from "./confinement.bench.ts";
import { filter } from "./filter.bench.ts";
import { fork } from "./fork.bench.ts";
import { inspecting } from "./inspect.bench.ts";
import { judging } from "./judge.bench.ts";
import { forwardProxy } from "./forward-proxy.bench.ts";
import { evals } from "./evals.bench.ts";
import { comparingPeers } from "./peers.bench.ts";
import { importing } from "./import.bench.ts";
import { logs } from "./logs.bench.ts";
import { inFlight } from "./forks-in-flight.bench.ts";
import { manyForks } from "./many-forks.bench.ts";
import { mockedTurn } from "./mocked-turn.bench.ts";
import { olderBuild } from "./older-build.bench.ts";
import { prefixProof } from "./prefix-proof.bench.ts";
import { queue } from "./queue.bench.ts";
import { realBodies } from "./real-bodies.bench.ts";
import { recordingProxy } from "./recording-proxy.bench.ts";
import { remoteFork } from "./remote-fork.bench.ts";
import { sharedParent } from "./shared-parent.bench.ts";
import { simulating } from "./simulate.bench.ts";
import { startup } from "./startup.bench.ts";
import { testing } from "./testing.bench.ts";
import { tokens } from "./tokens.bench.ts";
import { watching } from "./watchers.bench.ts";
import type { BenchCase } from "./bench-case.ts";

/** All sections, in the order of BENCHMARKS.md. */
export const benches: readonly BenchCase[] = [
  prefixProof,
  realBodies,
  judging,
  inspecting,
  cacheModel,
  filter,
  confinement,
  fork,
  mockedTurn,
  inFlight,
  manyForks,
  sharedParent,
  simulating,
  startup,
  recordingProxy,
  forwardProxy,
  importing,
  tokens,
  watching,
  evals,
  comparingPeers,
  logs,
  testing,
  remoteFork,
  queue,
  olderBuild,
];
