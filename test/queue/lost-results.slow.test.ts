import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { gate } from "./gate.ts";
import { ranBy, startForkproof } from "./queue-processes.ts";
import { resultAt, writeCase, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)(
  "a worker sends a result and its files again to a server that crashed and lost them, before any worker gets the job",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    const begun = await gate(folder);
    const fails = { fork: { subject: "./gate.mjs", prompt: "go" }, expect: { output: [{ contains: "never" }] } };
    for (const name of ["first", "second"]) writeCase(folder, name, fails);
    await using server = await startNatsServer();
    // The server waits for longer than the test lasts before it gives the job to somebody.
    const options = ["--queue", server.url, "--redeliver-after", "600", "--keep-failed", "kept", "--report", "r.json"];
    const command = ["run", "scenarios/first.yaml", "scenarios/second.yaml", ...options];
    const killed = startForkproof(command, folder);
    const worker = startForkproof(["worker", "--queue", server.url, "--jobs", "2"], temporaryFolder());
    const [one, other] = [await begun.next(), await begun.next()];
    killed.child.kill("SIGKILL");
    await killed.ended;
    // What the disk of the server has when it crashes.
    const [store, before] = [join(server.folder, "jetstream"), temporaryFolder()];
    await server.kill();
    cpSync(store, before, { recursive: true });
    await server.start();
    one.end();
    while (ranBy(worker) < 1) await worker.prints();
    await server.kill();
    rmSync(store, { recursive: true });
    cpSync(before, store, { recursive: true });
    await server.start();
    const run = /--resume (\S+)\)/.exec(killed.err())?.[1] ?? "";
    const resumed = startForkproof([...command, "--resume", run], folder);
    await resumed.says("had ended");
    other.end();
    expect(await resumed.ended, resumed.err()).toBe(1);
    expect(begun.count()).toBe(2);
    const kept = resultAt(folder, "r.json").jobs.map(({ evidence }) => existsSync(join(folder, evidence ?? "missing")));
    expect(kept).toEqual([true, true]);
  },
);
