import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof, startWorker } from "./queue-processes.ts";
import { writeQueueProject } from "./queue-project.ts";

const ROWS = 10;

test.skipIf(!hasNatsServer)(
  "an interrupted run takes back its own jobs, and those of another run still come",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, ROWS);
    await using server = await startNatsServer();
    const run = startForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
    await holds(server, ROWS);
    const interrupted = startForkproof(["run", "--queue", server.url, "--report", "interrupted.json"], folder);
    await holds(server, 2 * ROWS + 2);
    interrupted.child.kill("SIGINT");
    expect(await interrupted.ended).toBe(130);
    await holds(server, ROWS);
    startWorker(server.url, temporaryFolder());
    expect(await run.ended, run.err()).toBe(0);
  },
);

test.skipIf(!hasNatsServer)(
  "--bail takes back the jobs behind a failed one, and those of another run still come",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, ROWS);
    await using server = await startNatsServer();
    const files = ["scenarios/failed.yaml", "scenarios/many.yaml"];
    const bails = startForkproof(["run", ...files, "--bail", "--queue", server.url, "--report", "bails.json"], folder);
    await holds(server, ROWS + 1);
    const run = startForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
    await holds(server, 2 * ROWS + 1);
    startWorker(server.url, temporaryFolder());
    expect(await bails.ended, bails.err()).toBe(1);
    expect(await run.ended, run.err()).toBe(0);
  },
);

/** Resolves once that many jobs wait. */
async function holds(server: NatsServer, jobs: number): Promise<void> {
  const connection = await connect({ servers: server.url });
  const manager = await jetstreamManager(connection);
  const found = async (): Promise<number> =>
    manager.streams.info("forkproof_jobs").then(
      ({ state }) => state.messages,
      () => 0,
    );
  while ((await found()) !== jobs);
  await connection.close();
}
