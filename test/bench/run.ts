import { parseArgs } from "node:util";
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
import { inFlight } from "./forks-in-flight.bench.ts";
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
import { writeMarkdown } from "./write-markdown.ts";

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
  gate,
  logs,
  testing,
  remoteFork,
  queue,
];

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { markdown: { type: "boolean" } },
});
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
for (const bench of benches) {
  if (wanted.length === 0 ? bench.isNamed === true : !wanted.includes(bench.name)) continue;
  const { name, compares } = bench;
  console.log(`\n${name}: ${compares}`);
  const obstacle = bench.obstacle?.() ?? null;
  const rows = obstacle ?? (await bench.run());
  if (typeof rows === "string") console.warn(`NOT MEASURED: ${rows}`);
  else console.log(renderRows(rows));
  // After each one, since a run of all takes minutes and may be stopped.
  if (values.markdown === true) {
    const order = benches.map((each) => each.name);
    writeMarkdown({ name, compares, rows }, order);
  }
}
