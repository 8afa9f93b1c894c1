import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { openNetwork } from "../support/open-network.ts";
import { spawnForkproof, spawnWorker } from "./queue-processes.ts";
import { untimed, writeCase, writeQueueProject } from "./queue-project.ts";

const hasDisks = spawnSync("bwrap", ["--dev-bind", "/", "/", "--tmpfs", "/mnt", "true"]).status === 0;
if (!hasDisks) console.warn("NOT RUN: no bwrap that may mount a file system here (Debian: apt-get install bubblewrap)");

/** They mostly wait, each for a server and processes of its own. */
const apart = { concurrent: true, skip: !hasNatsServer };

test(
  "a run ends with what to look at if the server's disk is full",
  { ...apart, skip: apart.skip || !hasDisks },
  async () => {
    // Without its own limit the server writes until the file system takes no more.
    await using server = await startNatsServer({ diskBytes: 3_000_000, config: "jetstream { max_file_store: 1GB }" });
    const folder = temporaryFolder();
    writeQueueProject(folder, 2);
    writeFileSync(join(folder, "scenarios/parent/large.bin"), randomBytes(6_000_000));
    const run = await runForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
    expect(run).toMatchObject({ exit: 3, err: expect.stringMatching(/HX437[^]*disk/) });
  },
);

test("a network that drops for ten seconds changes nothing but the time of a run", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 100);
  const plain = runForkproof(["run", "--report", "plain.json"], folder);
  await using server = await startNatsServer();
  await using network = await openNetwork(server.port);
  await using worker = spawnWorker(network.url, temporaryFolder());
  await using run = spawnForkproof(["run", "--queue", network.url, "--report", "queued.json"], folder);
  // Without the run, its worker would wait for jobs until the test's time is up.
  await Promise.race([worker.says("[row=20]"), run.ended]);
  expect(run.child.exitCode, run.err()).toBeNull();
  await network.drop(10_000);
  expect(await run.ended, run.err()).toBe((await plain).exit);
  expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
  // No job was given to another worker, or run twice by this one.
  expect(worker.out().match(/^passed {2}/gm)).toHaveLength(100);
});

test("a run gets the results that the network lost on their way to it", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 60);
  const plain = runForkproof(["run", "--report", "plain.json"], folder);
  await using server = await startNatsServer();
  await using network = await openNetwork(server.port);
  await using worker = spawnWorker(server.url, temporaryFolder());
  await using run = spawnForkproof(["run", "--queue", network.url, "--report", "queued.json"], folder);
  await worker.says("[row=20]");
  // For the server they are delivered.
  network.swallow();
  await worker.says("[row=40]");
  await network.drop(0);
  expect(await run.ended, run.err()).toBe((await plain).exit);
  expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
  expect(worker.out().match(/^passed {2}/gm)).toHaveLength(60);
});

test("a worker connects again where the network has forgotten its connection", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 60);
  const plain = runForkproof(["run", "--report", "plain.json"], folder);
  await using server = await startNatsServer();
  await using network = await openNetwork(server.port);
  await using worker = spawnWorker(network.url, temporaryFolder());
  await using run = spawnForkproof(["run", "--queue", server.url, "--report", "queued.json"], folder);
  await Promise.race([worker.says("[row=20]"), run.ended]);
  network.forget();
  await Promise.race([run.ended, worker.ended]);
  expect(worker.child.exitCode, worker.err()).toBeNull();
  expect(await run.ended, run.err()).toBe((await plain).exit);
  expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
});

test("a run and a worker say that the server is gone, and that it is back", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  await using server = await startNatsServer();
  await using run = spawnForkproof(["run", "--queue", server.url], folder);
  // It takes none of the run's jobs, so both wait.
  await using worker = spawnWorker(server.url, temporaryFolder(), "--namespace", "others");
  await Promise.all([worker.says("worker:"), run.says("run: ")]);
  await server.kill();
  const lost = `lost the connection to ${server.url}: connecting again until the server is back\n`;
  await Promise.all([worker.says(lost), run.says(lost)]);
  await server.start();
  const back = `connected to ${server.url} again\n`;
  await Promise.all([worker.says(back), run.says(back)]);
  expect([worker.child.exitCode, run.child.exitCode]).toEqual([null, null]);
});

test("a worker that is asked to end without its server says so and ends", apart, async () => {
  await using server = await startNatsServer();
  await using worker = spawnWorker(server.url, temporaryFolder());
  await worker.says("worker:");
  await server.kill();
  await worker.says("lost the connection");
  // By now it asks the server whether its runs are still open, again and again.
  await pause(6_000);
  worker.child.kill("SIGTERM");
  expect(await worker.ended, worker.err()).toBe(3);
  expect(worker.err()).toContain(`${server.url} is not there: ending without it\n`);
  expect(worker.err()).toMatch(/^HX432 /m);
});

test("a worker that waits outlives a server that says nothing for ten seconds", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  await using server = await startNatsServer();
  await using worker = spawnWorker(server.url, temporaryFolder());
  await worker.says("worker:");
  process.kill(server.pid, "SIGSTOP");
  await pause(10_000);
  process.kill(server.pid, "SIGCONT");
  const run = await runForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
  expect(run.exit, run.err + worker.err()).toBe(0);
});

test("a worker whose job ends once the server lost its disk ends with that, and waits for nothing", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  const [started, go] = [join(folder, "started"), join(folder, "go")];
  const code = `import { existsSync, writeFileSync } from "node:fs"; import drops from "./drops.mjs";
    export default async (given) => {
      writeFileSync(${JSON.stringify(started)}, "");
      while (!existsSync(${JSON.stringify(go)})) await new Promise((settle) => setTimeout(settle, 20));
      return drops(given);
    };`;
  writeFileSync(join(folder, "scenarios/held.mjs"), code);
  writeCase(folder, "held", { fork: { subject: "./held.mjs", prompt: "go" } });
  await using server = await startNatsServer();
  await using worker = spawnWorker(server.url, temporaryFolder());
  await using _run = spawnForkproof(["run", "scenarios/held.yaml", "--queue", server.url], folder);
  while (!existsSync(started)) await pause(20);
  await server.kill();
  rmSync(join(server.folder, "jetstream"), { recursive: true });
  await server.start();
  writeFileSync(go, "");
  expect(await worker.ended, worker.err()).toBe(3);
  expect(worker.err()).toMatch(/HX439[^]*store_dir/);
});

test("a server that lost its disk ends the run and its worker, and both say so", apart, async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 100);
  await using server = await startNatsServer();
  await using worker = spawnWorker(server.url, temporaryFolder());
  await using run = spawnForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
  await worker.says("[row=5]");
  await server.kill();
  rmSync(join(server.folder, "jetstream"), { recursive: true });
  await server.start();
  expect([await run.ended, await worker.ended], run.err() + worker.err()).toEqual([3, 3]);
  for (const { err } of [run, worker]) expect(err()).toMatch(/HX439[^]*store_dir/);
});
