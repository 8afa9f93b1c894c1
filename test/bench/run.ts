import type { BenchCase } from "./bench-case.ts";
import { cacheModel } from "./cache-model.bench.ts";
import { confinement } from "./confinement.bench.ts";
import { filter } from "./filter.bench.ts";
import { fork } from "./fork.bench.ts";
import { inspecting } from "./inspect.bench.ts";
import { judging } from "./judge.bench.ts";
import { forwardProxy } from "./forward-proxy.bench.ts";
import { evals } from "./evals.bench.ts";
import { gate } from "./gate.bench.ts";
import { importing } from "./import.bench.ts";
import { logs } from "./logs.bench.ts";
import { manyForks } from "./many-forks.bench.ts";
import { mockedTurn } from "./mocked-turn.bench.ts";
import { prefixProof } from "./prefix-proof.bench.ts";
import { queue } from "./queue.bench.ts";
import { realBodies } from "./real-bodies.bench.ts";
import { recordingProxy } from "./recording-proxy.bench.ts";
import { remoteFork } from "./remote-fork.bench.ts";
import { renderRows } from "./render-rows.ts";
import { sharedParent } from "./shared-parent.bench.ts";
import { simulating } from "./simulate.bench.ts";
import { startup } from "./startup.bench.ts";
import { testing } from "./testing.bench.ts";
import { tokens } from "./tokens.bench.ts";
import { watching } from "./watchers.bench.ts";

const benches: readonly BenchCase[] = [
  prefixProof,
  realBodies,
  judging,
  inspecting,
  cacheModel,
  filter,
  confinement,
  fork,
  mockedTurn,
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
  gate,
  logs,
  testing,
  remoteFork,
  queue,
];

const wanted = process.argv.slice(2);
const chosen = benches.filter(({ name, isNamed }) => (wanted.length === 0 ? isNamed !== true : wanted.includes(name)));
if (chosen.length === 0) {
  console.error(`No bench named ${wanted.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}.`);
  process.exitCode = 2;
}
for (const bench of chosen) {
  console.log(`\n${bench.name}: ${bench.compares}`);
  const obstacle = bench.obstacle?.() ?? null;
  if (obstacle === null) console.log(renderRows(await bench.run()));
  else console.warn(`NOT MEASURED: ${obstacle}`);
}
