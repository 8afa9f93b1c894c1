import { capture } from "../src/support/parents.ts";
import { echo } from "../src/support/run-fork.ts";
import { says, ScriptedClient } from "../src/support/scripted-client.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { DefaultForkSubagent } from "../../src/fork/default-fork-subagent.ts";
import type { ForkHandle } from "../../src/fork/fork-handle.ts";
import { natsTransport } from "../../src/remote/nats/nats-transport.ts";
import { RemoteForkSubagent } from "../../src/remote/remote-fork-subagent.ts";
import { remoteRole } from "../../src/remote/remote-role.ts";
import { serveForks } from "../../src/remote/serve-forks.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const runs = 50;
const done = says({ blocks: [{ text: "Done." }] });
const common = { directive: "Tidy up.", label: "bench", maxTurns: 1, timeoutMs: null };

/** What it costs to fork over a NATS server on loopback, and how soon an abort is there. */
export const remoteFork: BenchCase = {
  name: "remote-fork",
  compares: "forks over a NATS server, whose client answers at once, with forks in process",
  obstacle: () => (hasNatsServer ? null : "no nats-server is installed"),
  run: async () => {
    await using server = await startNatsServer();
    return await rowsOver(server.url);
  },
};

async function rowsOver(servers: string): Promise<readonly BenchRow[]> {
  const [own, others] = await Promise.all([natsTransport({ servers }), natsTransport({ servers })]);
  let arrive = (_at: number): void => undefined;
  const slow = new ScriptedClient(
    Array.from({ length: runs }, () => async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      arrive(performance.now());
      throw new Error("aborted");
    }),
  );
  const quick = new ScriptedClient(Array.from({ length: runs }, () => done));
  const roles = { quick: { llm: quick, tools: echo }, slow: { llm: slow, tools: echo } };
  const worker = await serveForks({ transport: others, roles, onFault: console.error });
  const forks = new RemoteForkSubagent({ transport: own });
  const parent = capture();
  const remote = await timed(() => forks.fork({ ...common, parent, ...remoteRole("quick", parent.wire) }));
  const local = await timed(() =>
    new DefaultForkSubagent().fork({ ...common, parent, llm: new ScriptedClient([done]), tools: echo }),
  );
  const aborts: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const mode = "ForkAndForget";
    const handle = await forks.fork({ ...common, parent, ...remoteRole("slow", parent.wire), mode });
    while (slow.requests.length <= run) await new Promise(setImmediate);
    const arrived = Promise.withResolvers<number>();
    arrive = arrived.resolve;
    const asked = performance.now();
    handle.abort("bench");
    await handle.takeCompletion();
    aborts.push((await arrived.promise) - asked);
  }
  await worker.close();
  await Promise.all([own.close(), others.close()]);
  const sorted = aborts.toSorted((one, other) => one - other);
  const [median = Infinity, last = Infinity] = [sorted[runs / 2], sorted.at(-1)];
  const says = `an abort within 50 ms, the slowest of ${runs} too (${last.toFixed(1)} ms)`;
  return [
    {
      what: "a fork over NATS",
      medianMs: remote,
      against: { what: "in process", medianMs: local },
      bytes: null,
      goal: null,
    },
    {
      what: "from abort() to the worker's client",
      medianMs: median,
      against: null,
      bytes: null,
      goal: { says, met: last <= 50 },
    },
  ];
}

/** Milliseconds of a run, on average. */
async function timed(fork: () => Promise<ForkHandle>): Promise<number> {
  const from = performance.now();
  for (let run = 0; run < runs; run += 1) await (await fork()).takeCompletion();
  return (performance.now() - from) / runs;
}
