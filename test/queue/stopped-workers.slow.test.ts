import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { gate } from "./gate.ts";
import { ranBy, type Running, startForkproof, startWorker } from "./queue-processes.ts";
import { resultAt, untimed, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)("a stopped worker gives its jobs back at once", async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  const begun = await gate(folder, "gate");
  await using server = await startNatsServer();
  // Only a job that was given back comes before the test ends.
  const options = ["scenarios/gate.yaml", "--queue", server.url, "--redeliver-after", "600"];
  const run = startForkproof(["run", ...options], folder);
  const worker = startWorker(server.url, temporaryFolder());
  await begun.next();
  worker.child.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
  startWorker(server.url, temporaryFolder());
  (await begun.next()).end();
  expect(await run.ended, run.err()).toBe(0);
});

test.skipIf(!hasNatsServer)(
  "a job starts three times where workers die, and a stop between two deaths is free",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    const begun = await gate(folder, "gate");
    await using server = await startNatsServer();
    const options = ["scenarios/gate.yaml", "--queue", server.url, "--redeliver-after", "1", "--report", "r.json"];
    const run = startForkproof(["run", ...options], folder);
    for (const signal of ["SIGKILL", "SIGTERM", "SIGKILL", "SIGKILL"] as const) {
      const worker = startWorker(server.url, temporaryFolder());
      await begun.next();
      worker.child.kill(signal);
      await worker.ended;
    }
    startWorker(server.url, temporaryFolder());
    expect(await run.ended, run.err()).toBe(3);
    expect(begun.count()).toBe(4);
    expect(resultAt(folder, "r.json").jobs[0]?.outcome).toMatchObject({ status: "errored", error: { code: "HX444" } });
  },
);

test.skipIf(!hasNatsServer)(
  "a worker that is stopped sends its gathered results and gives back the jobs that wait, so each job is counted once",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 60);
    const plain = runForkproof(["run", "--report", "plain.json"], folder);
    await using server = await startNatsServer();
    const options = ["run", "--queue", server.url, "--redeliver-after", "600", "--report", "queued.json"];
    const run = startForkproof(options, folder);
    const stopped = startWorker(server.url, temporaryFolder());
    while (ranBy(stopped) < 20) await stopped.prints();
    stopped.child.kill("SIGTERM");
    expect(await stopped.ended).toBe(0);
    const last = startWorker(server.url, temporaryFolder());
    expect(await run.ended, run.err()).toBe((await plain).exit);
    expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
    // The failed and the errored case, too.
    expect(ranBy(stopped) + ranBy(last)).toBe(62);
  },
);

test.skipIf(!hasNatsServer)(
  "a worker that stalls with results it has not sent loses its jobs to another, and counts none twice when it wakes",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 100);
    const begun = await gate(folder, "gate");
    const plain = runForkproof(["run", "--report", "plain.json"], folder);
    (await begun.next()).end();
    const { exit } = await plain;
    await using server = await startNatsServer();
    const options = ["run", "--queue", server.url, "--redeliver-after", "1", "--report", "queued.json"];
    const run = startForkproof(options, folder);
    const open = begun.next();
    const startPair = (): Running =>
      startForkproof(["worker", "--queue", server.url, "--jobs", "2"], temporaryFolder());
    const stalled = startPair();
    while (ranBy(stalled) < 20) await stalled.prints();
    stalled.child.kill("SIGSTOP");
    const other = startPair();
    while (ranBy(other) < 40) await other.prints();
    stalled.child.kill("SIGCONT");
    // The run lasts until the stalled worker has sent what it had: its gate is still closed.
    while (ranBy(stalled) < 21) await stalled.prints();
    (await open).end();
    void begun.next().then((again) => again.end());
    expect(await run.ended, run.err()).toBe(exit);
    expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
  },
);
