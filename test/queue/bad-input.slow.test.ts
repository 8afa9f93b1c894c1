import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { AckPolicy, jetstreamManager, RetentionPolicy } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { expect, test } from "vitest";
import { version } from "../../harness/kernel/version.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof, startWorker } from "./queue-processes.ts";
import { writeCase, writeQueueProject } from "./queue-project.ts";

async function runOn(url: string, ...options: readonly string[]): Promise<Printed> {
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  return runForkproof(["run", "scenarios/many.yaml", "--queue", url, ...options], folder);
}

test("without a server at the address both commands end with it, and without a password in their output", async () => {
  const url = "nats://anna:secret@127.0.0.1:1";
  const run = await runOn(url);
  expect(run).toMatchObject({ exit: 3, err: expect.stringContaining("HX432") });
  expect(run.err).toContain("nats://127.0.0.1:1");
  expect(run.out + run.err).not.toContain("secret");
  const worker = await runForkproof(["worker", "--queue", url], temporaryFolder());
  expect(worker).toMatchObject({ exit: 3, err: expect.stringContaining("HX432") });
});

test.skipIf(!hasNatsServer)("a server without JetStream is refused with the option that enables it", async () => {
  await using server = await startNatsServer({ js: false });
  expect(await runOn(server.url)).toMatchObject({ exit: 3, err: expect.stringMatching(/HX435[^]*nats-server -js/) });
});

test.skipIf(!hasNatsServer)("a stream that would drop jobs is refused with each limit", async () => {
  await using server = await startNatsServer();
  const connection = await connect({ servers: server.url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "forkproof_jobs", subjects: ["forkproof.jobs.>"], max_msgs: 5, max_age: 60e9 });
  await manager.streams.add({ name: "theirs", subjects: ["team-c.results.>"] });
  await connection.close();
  const run = await runOn(server.url);
  expect(run).toMatchObject({ exit: 2, err: expect.stringContaining("HX433") });
  const said = run.err.replaceAll(/\s+/g, " ");
  expect(said).toContain("retention is limits, not workqueue");
  expect(said).toContain("it drops its oldest messages once it is full");
  expect(said).toContain("it drops messages after 60 s");
  const taken = await runOn(server.url, "--namespace", "team-c");
  expect(taken).toMatchObject({ exit: 2, err: expect.stringMatching(/HX433[^]*another stream[^]*--namespace/) });
  const other = startWorker(server.url, temporaryFolder(), "--namespace", "team-b");
  await other.says("namespace team-b");
  expect((await runOn(server.url, "--namespace", "team-b")).exit).toBe(0);
});

test.skipIf(!hasNatsServer)(
  "wrong credentials are refused, and those of the URL or the environment are taken",
  async () => {
    const config = `authorization { users = [ { user: anna, password: secret } ] }`;
    await using server = await startNatsServer({ config });
    const wrong = await runOn(server.url.replace("//", "//anna:wrong@"));
    expect(wrong).toMatchObject({ exit: 2, err: expect.stringContaining("HX434") });
    expect(wrong.err).not.toContain("wrong@");
    const missing = await runOn(server.url);
    expect(missing).toMatchObject({ exit: 2, err: expect.stringMatching(/HX434 +this server asks for a login/) });
    const right = server.url.replace("//", "//anna:secret@");
    const environment = { NATS_USER: "anna", NATS_PASSWORD: "secret" };
    startForkproof(["worker", "--queue", server.url, "--jobs", "1"], temporaryFolder(), environment);
    const run = await runOn(right);
    expect(run.exit, run.err).toBe(0);
  },
);

test.skipIf(!hasNatsServer)("a worker refuses runs of another version, and a run is not continued by one", async () => {
  await using server = await startNatsServer();
  const connection = await connect({ servers: server.url });
  const runs = await new Kvm(connection).create("forkproof_runs");
  await runs.put("run.old-1", JSON.stringify({ run: "old-1", version: "0.0.9", state: "open", digest: "" }));
  // Its coordinator is gone, so it keeps nobody from working: this worker runs the jobs below.
  const abandoned = startWorker(server.url, temporaryFolder());
  await abandoned.says("worker:");
  const { consumers } = await jetstreamManager(connection);
  await expect.poll(async () => (await consumers.list("forkproof_jobs").next()).at(0)?.num_waiting).toBeGreaterThan(0);
  // This is what a coordinator that lives has on the server.
  const consumer = { durable_name: "run-old-1-x", ack_policy: AckPolicy.None };
  await consumers.add("forkproof_results", consumer);
  await connection.close();
  const worker = startWorker(server.url, temporaryFolder());
  expect(await worker.ended).toBe(2);
  const said = worker.err().replaceAll(/\s+/g, " ");
  expect(said).toContain(`HX443 this worker is forkproof ${version}, and the run old-1 was begun by forkproof 0.0.9`);
  expect((await runOn(server.url)).exit).toBe(0);
  const resumed = await runOn(server.url, "--resume", "old-1");
  expect(resumed).toMatchObject({ exit: 2, err: expect.stringContaining("HX443") });
  const gone = await runOn(server.url, "--resume", "gone");
  expect(gone).toMatchObject({ exit: 2, err: expect.stringContaining("HX442") });
  expect(gone.err).not.toContain("run: ");
});

test.skipIf(!hasNatsServer)(
  "a module that does not say which file it loads is refused, unless the user names its files",
  async () => {
    await using server = await startNatsServer();
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    const code = readFileSync(join(folder, "scenarios/drops.mjs"), "utf8");
    const computed =
      'const { drops } = await import("./sett" + "ings.mjs").then((all) => all, () => ({ drops: false }));\n';
    const forked = computed + code.replace("shorten(tools)", "drops ? shorten(tools) : tools");
    writeFileSync(join(folder, "scenarios/drops.mjs"), forked);
    writeFileSync(join(folder, "scenarios/settings.mjs"), "export const drops = true;\n");
    const options = ["run", "scenarios/failed.yaml", "--queue", server.url];
    const refused = await runForkproof(options, folder);
    expect(refused).toMatchObject({ exit: 2, err: expect.stringMatching(/HX441[^]*drops\.mjs[^]*--queue-files/) });
    startWorker(server.url, folder);
    const named = await runForkproof([...options, "--queue-files", "scenarios/settings.mjs"], folder);
    expect(named).toMatchObject({ exit: 1, out: expect.stringContaining("diverged") });
  },
);

test.skipIf(!hasNatsServer)(
  "a worker with another version of a package that a module imports, or with other files of a linked one, runs none of its jobs",
  async () => {
    await using server = await startNatsServer();
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    writeQueueProject(folder, 1);
    const code = readFileSync(join(folder, "scenarios/drops.mjs"), "utf8");
    writeFileSync(join(folder, "scenarios/drops.mjs"), code.replace("./shorten.mjs", "shortener"));
    writePackage(folder, "1.0.0", "list.slice(1)");
    writePackage(other, "0.9.0", "list");
    startWorker(server.url, other);
    const run = await runForkproof(["run", "scenarios/failed.yaml", "--queue", server.url], folder);
    expect(run.exit, run.out + run.err).toBe(2);
    expect((run.out + run.err).replaceAll(/\s+/g, " ")).toContain(
      "began with shortener 1.0.0, and this worker has 0.9.0",
    );
    for (const place of [folder, other]) linkPackage(place);
    writeFileSync(join(other, "linked/package.json"), readFileSync(join(folder, "linked/package.json")));
    const linked = await runForkproof(["run", "scenarios/failed.yaml", "--queue", server.url], folder);
    expect(linked.exit, linked.out + linked.err).toBe(2);
    expect((linked.out + linked.err).replaceAll(/\s+/g, " ")).toMatch(
      /began with shortener 1\.0\.0 \(linked, files \w{12}\), and this worker has 1\.0\.0 \(linked, files/,
    );
  },
);

/** As `npm link` does it. */
function linkPackage(folder: string): void {
  const place = join(folder, "node_modules/shortener");
  renameSync(place, join(folder, "linked"));
  symlinkSync("../linked", place);
}

function writePackage(folder: string, version: string, shortened: string): void {
  const place = join(folder, "node_modules/shortener");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "shortener", version, exports: "./index.mjs" }));
  writeFileSync(join(place, "index.mjs"), `export const shorten = (list) => ${shortened};\n`);
}

test.skipIf(!hasNatsServer)("a message above the limit of a stream ends the run with the limit to raise", async () => {
  await using server = await startNatsServer();
  const connection = await connect({ servers: server.url });
  const manager = await jetstreamManager(connection);
  const retention = RetentionPolicy.Workqueue;
  await manager.streams.add({
    name: "forkproof_jobs",
    subjects: ["forkproof.jobs.>"],
    retention,
    max_msg_size: 70_000,
  });
  await connection.close();
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  writeCase(folder, "long", { fork: { strategy: "pass-through", prompt: "Go on. ".repeat(20_000) } });
  const run = await runForkproof(["run", "scenarios/long.yaml", "--queue", server.url], folder);
  expect(run).toMatchObject({ exit: 3, err: expect.stringMatching(/HX436[^]*max_msg_size/) });
});

test.skipIf(!hasNatsServer)("a server that takes only small messages runs jobs with large files", async () => {
  await using server = await startNatsServer({ config: "max_payload: 16KB" });
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  writeFileSync(join(folder, "scenarios/parent/large.bin"), randomBytes(100_000));
  const worker = startWorker(server.url, temporaryFolder());
  const run = await runForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
  expect(run.exit, run.err + worker.err()).toBe(0);
});

test.skipIf(!hasNatsServer)(
  "a recording that does not fit on the server's disk ends the run with what to raise",
  async () => {
    await using server = await startNatsServer({ config: "jetstream { max_file_store: 400KB }" });
    const folder = temporaryFolder();
    writeQueueProject(folder, 2);
    writeFileSync(join(folder, "scenarios/parent/large.bin"), randomBytes(1_000_000));
    const run = await runForkproof(["run", "scenarios/many.yaml", "--queue", server.url], folder);
    expect(run).toMatchObject({ exit: 3, err: expect.stringContaining("HX437") });
    expect(run.err).toContain("max_file");
  },
);

test.skipIf(!hasNatsServer)("a file outside the working folder is refused with its place", async () => {
  await using server = await startNatsServer();
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  writeCase(folder, "outside", {
    parent: { source: join(process.cwd(), "fixtures/cassettes/scripted-parent"), exchange: "reading-3" },
    fork: { strategy: "pass-through", prompt: "go" },
  });
  const run = await runForkproof(["run", "scenarios/outside.yaml", "--queue", server.url], folder);
  expect(run).toMatchObject({ exit: 2, err: expect.stringMatching(/HX441[^]*outside\.yaml/) });
  expect(run.err).not.toContain("run: ");
  symlinkSync(join(process.cwd(), "fixtures/cassettes/scripted-parent"), join(folder, "scenarios/linked"));
  writeCase(folder, "linked", {
    parent: { source: "linked", exchange: "reading-3" },
    fork: { strategy: "pass-through", prompt: "go" },
  });
  const linked = await runForkproof(["run", "scenarios/linked.yaml", "--queue", server.url], folder);
  expect(linked).toMatchObject({ exit: 2, err: expect.stringMatching(/HX441[^]*linked\.yaml/) });
  const withFiles = (path: string) => runForkproof(["run", "--queue", server.url, "--queue-files", path], folder);
  expect(await withFiles("/etc/hostname")).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/HX441[^]*--queue-files/),
  });
  const missing = await withFiles("missing.txt");
  expect(missing).toMatchObject({ exit: 2, err: expect.stringMatching(/HX511[^]*missing\.txt/) });
  expect(missing.err).not.toContain("run: ");
});
