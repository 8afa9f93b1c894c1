import { type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { gate } from "./gate.ts";
import { ranBy, startForkproof } from "./queue-processes.ts";
import { writeQueueProject } from "./queue-project.ts";

const [JOBS, RESULTS] = ["forkproof_jobs", "forkproof_results"];

test.skipIf(!hasNatsServer)("a job that the server delivers again to the worker that runs it starts once", async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  const begun = await gate(folder, "gate");
  await using server = await startNatsServer();
  const run = startForkproof(["run", "scenarios/gate.yaml", "--queue", server.url], folder);
  const worker = startForkproof(["worker", "--queue", server.url, "--jobs", "2"], temporaryFolder());
  const first = await begun.next();
  await withServer(server.url, async (connection, manager) => {
    const job = await manager.streams.getMessage(JOBS, { seq: 1 });
    await jetstream(connection).publish(job?.subject ?? "", job?.data);
    const taken = async (): Promise<number> => (await manager.consumers.list(JOBS).next())[0]?.num_ack_pending ?? 0;
    while ((await taken()) < 2);
  });
  first.end();
  expect(await run.ended, run.out() + run.err()).toBe(0);
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  expect(begun.count()).toBe(1);
  expect(ranBy(worker)).toBe(1);
});

test.skipIf(!hasNatsServer)(
  "a worker sends a result again that a crashed server has lost, without running the job",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    const begun = await gate(folder, "first", "second");
    await using server = await startNatsServer();
    // A job that the server sends while the worker connects again comes a second time after this.
    const options = ["--queue", server.url, "--redeliver-after", "6"];
    const run = startForkproof(["run", "scenarios/first.yaml", "scenarios/second.yaml", ...options], folder);
    await run.says("--resume");
    const jobs = await withServer(server.url, async (_, manager) => {
      while ((await manager.streams.info(JOBS)).state.messages < 2);
      return Promise.all([1, 2].map((seq) => manager.streams.getMessage(JOBS, { seq })));
    });
    const worker = startForkproof(["worker", "--queue", server.url, "--jobs", "2"], temporaryFolder());
    const [one, other] = [await begun.next(), await begun.next()];
    one.end();
    while (ranBy(worker) < 1) await worker.prints();
    await server.kill();
    await server.start();
    await withServer(server.url, async (connection, manager) => {
      const sent = await manager.streams.getMessage(RESULTS, { seq: 1 });
      // As after a crash: the result is gone, and the job is there again.
      await manager.streams.purge(RESULTS);
      const index = sent?.subject.split(".").at(-1);
      const job = jobs.find((each) => each?.subject.endsWith(`.${index}`));
      await jetstream(connection).publish(job?.subject ?? "", job?.data);
      while ((await manager.streams.info(RESULTS)).state.messages < 1);
    });
    other.end();
    expect(await run.ended, run.out() + run.err()).toBe(0);
    expect(begun.count()).toBe(2);
  },
);

async function withServer<Result>(
  url: string,
  use: (connection: NatsConnection, manager: JetStreamManager) => Promise<Result>,
): Promise<Result> {
  const connection = await connect({ servers: url });
  try {
    return await use(connection, await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}
