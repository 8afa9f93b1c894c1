import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstSeed } from "../support/first-seed.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { ranBy, type Running, startForkproof, startWorker } from "./queue-processes.ts";
import { resultAt, untimed, writeCase, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)(
  "two of three workers, the run and the server die, and 1,000 jobs give the result of one process, each once",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1_000);
    const plain = runForkproof(["run", "--report", "plain.json"], folder);
    await using server = await startNatsServer();
    const start = (): Running => startWorker(server.url, temporaryFolder());
    const [first, second, last] = [start(), start(), start()] as const;
    // Shorter than what is left to do, and longer than a worker of a busy machine is silent.
    const options = ["run", "--queue", server.url, "--redeliver-after", "10"];
    const killed = startForkproof([...options, "--report", "killed.json"], folder);
    await killed.says("--resume");
    const moment = seededMoments(200);
    await hasRun(first, moment());
    first.child.kill("SIGKILL");
    await hasRun(second, moment());
    second.child.kill("SIGKILL");
    await hasRun(last, moment());
    killed.child.kill("SIGKILL");
    expect(await killed.ended).toBe("SIGKILL");
    const resumed = startForkproof([...options, "--report", "queued.json", "--resume", runOf(killed.err())], folder);
    await resumed.says("had ended");
    await hasRun(last, ranBy(last) + moment() / 2);
    await server.kill();
    await server.start();
    expect(await resumed.ended, resumed.err()).toBe((await plain).exit);
    expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
    expect(Number(/(\d+) jobs had ended/.exec(resumed.err())?.[1])).toBeGreaterThan(0);
    const ids = resultAt(folder, "queued.json").jobs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(1_003);
    // A job that ended is not run again. A job whose worker was killed may be.
    const ran = ranBy(first) + ranBy(second) + ranBy(last);
    // A killed worker may not have printed the last jobs that it ran.
    expect(ran).toBeGreaterThan(960);
    expect(ran).toBeLessThanOrEqual(1_002 + 2);
  },
);

test.skipIf(!hasNatsServer)(
  "a job that ends three workers has errored with the reason, and the others have not",
  async () => {
    const folder = temporaryFolder();
    // Workers take some jobs on both sides of the poisonous one with it.
    writeQueueProject(folder, 40);
    writeCase(folder, "rest", { cases: "rows.jsonl", fork: { strategy: "pass-through", prompt: "Go.", maxTurns: 1 } });
    // The parent of the process that runs the job is the worker.
    const code = `import { readFileSync } from "node:fs";
    const parentOf = (pid) => Number(readFileSync("/proc/" + pid + "/stat", "utf8").split(") ")[1].split(" ")[1]);
    export default async () => { process.kill(parentOf(parentOf(process.pid)), "SIGKILL"); await new Promise(() => {}); };`;
    writeModule(folder, "poison", code);
    await using server = await startNatsServer();
    const run = startForkproof(["run", "--queue", server.url, "--redeliver-after", "1", "--report", "r.json"], folder);
    const deaths: (number | string)[] = [];
    for (let count = 0; count < 3; count += 1) deaths.push(await startWorker(server.url, temporaryFolder()).ended);
    expect(deaths).toEqual(["SIGKILL", "SIGKILL", "SIGKILL"]);
    startWorker(server.url, temporaryFolder());
    expect(await run.ended, run.err()).toBe(3);
    const outcomes = resultAt(folder, "r.json").jobs.map(({ id, outcome }) => [id, outcome]);
    expect(outcomes.filter(([, outcome]) => Object(outcome).status === "passed")).toHaveLength(80);
    expect(Object(Object.fromEntries(outcomes).poison).error).toMatchObject({
      code: "HX444",
      what: "3 workers took this job, and none of them reported a result or a sign of life since",
      exit: 3,
    });
  },
);

function writeModule(folder: string, name: string, code: string): void {
  writeFileSync(join(folder, `scenarios/${name}.mjs`), code);
  writeCase(folder, name, { fork: { subject: `./${name}.mjs`, prompt: "go" } });
}

/** Counts of jobs after which something dies, up to `most`. `FORKPROOF_SEED` gives others. */
function seededMoments(most: number): () => number {
  let state = firstSeed();
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return 5 + (state % most);
  };
}

async function hasRun(worker: Running, jobs: number): Promise<void> {
  while (ranBy(worker) < jobs) await worker.prints();
}

function runOf(err: string): string {
  return /--resume (\S+)\)/.exec(err)?.[1] ?? "";
}
