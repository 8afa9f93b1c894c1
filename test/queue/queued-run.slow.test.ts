import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof, startWorker } from "./queue-processes.ts";
import { untimed, writeCase, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)(
  "a run on a queue gives the result, the evidence and the exit code of one process, and leaves nothing on the queue",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 12);
    const options = ["run", "--keep-failed", "failed"];
    const plain = await runForkproof([...options, "--jobs", "1", "--report", "plain.json"], folder);
    const kept = filesIn(join(folder, "failed"));
    await using server = await startNatsServer();
    // A worker on another machine has none of these files.
    const worker = startWorker(server.url, temporaryFolder());
    const queued = await runForkproof([...options, "--queue", server.url, "--report", "queued.json"], folder);
    expect(queued.exit, queued.err).toBe(plain.exit);
    expect(untimed(folder, "queued.json")).toBe(untimed(folder, "plain.json"));
    expect(filesIn(join(folder, "failed"))).toEqual(kept);
    expect(kept.some((name) => name.endsWith("cassette.yaml"))).toBe(true);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
    expect(
      worker
        .out()
        .split("\n")
        .filter((line) => line.startsWith("passed")),
    ).toHaveLength(12);
    const again = await runForkproof(["run", "--queue", server.url, "--resume", runOf(queued.err)], folder);
    expect(again).toMatchObject({ exit: 2, err: expect.stringContaining("HX442") });
  },
);

test.skipIf(!hasNatsServer)(
  "a run is not resumed with other files than those that its jobs were published with",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    await using server = await startNatsServer();
    const options = ["run", "scenarios/failed.yaml", "--queue", server.url];
    const killed = startForkproof(options, folder);
    await killed.says("--resume");
    const worker = startWorker(server.url, temporaryFolder());
    await worker.says("failed  ");
    killed.child.kill("SIGKILL");
    await killed.ended;
    const resume = () => runForkproof([...options, "--resume", runOf(killed.err())], folder);
    for (const name of ["drops.mjs", "shorten.mjs", "parent/README.md"]) {
      const file = join(folder, "scenarios", name);
      const before = existsSync(file) ? readFileSync(file) : null;
      writeFileSync(file, `${before?.toString() ?? ""}\n`);
      expect(await resume(), name).toMatchObject({ exit: 2, err: expect.stringMatching(/HX442[^]*failed\.yaml/) });
      if (before === null) rmSync(file);
      else writeFileSync(file, before);
    }
    expect((await resume()).exit).toBe(1);
  },
);

test.skipIf(!hasNatsServer)(
  "a recording that only forkproof reads stays off the worker's disk, and one that a module may read does not",
  async () => {
    const folder = temporaryFolder();
    writeQueueProject(folder, 1);
    const kept = join(folder, "scenarios/parent");
    for (const name of ["alone", "own"]) cpSync(kept, join(folder, "scenarios", name), { recursive: true });
    writeFileSync(join(folder, "scenarios/looks.mjs"), LOOKS);
    const fork = { strategy: "pass-through", prompt: "go" };
    const alone = { parent: { source: "alone", exchange: "reading-3" }, fork };
    writeCase(folder, "a-first", alone);
    const looks = { parent: { source: "own", exchange: "reading-3" }, fork: { subject: "./looks.mjs", prompt: "go" } };
    writeCase(folder, "b-looks", { ...looks, expect: { output: [{ equals: "alone false, own true" }] } });
    writeCase(folder, "c-second", alone);
    await using server = await startNatsServer();
    const worker = startWorker(server.url, temporaryFolder());
    const paths = ["a-first", "b-looks", "c-second"].map((name) => `scenarios/${name}.yaml`);
    const { exit, out, err } = await runForkproof(["run", ...paths, "--queue", server.url], folder);
    expect(exit, out + err).toBe(0);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  },
);

test("without the NATS client only a run on a queue fails, and says what to install", async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  expect(existsSync(join(folder, "scenarios/many.yaml"))).toBe(true);
  const hidden = ["--import", new URL("./hide-nats.mjs", import.meta.url).href];
  const plain = await runForkproof(["run", "scenarios/many.yaml"], folder, {}, hidden);
  expect(plain.exit, plain.err).toBe(0);
  const queued = await runForkproof(["run", "--queue", "nats://127.0.0.1:1"], folder, {}, hidden);
  expect(queued).toMatchObject({ exit: 2, err: expect.stringContaining("npm i -D @nats-io/transport-node") });
});

const LOOKS = `import { existsSync } from "node:fs";
export default async ({ parent, baseUrl, apiKey, directive }) => {
  const { messages, ...request } = JSON.parse(parent.request.toString());
  const response = await fetch(baseUrl + "/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": apiKey },
    body: JSON.stringify({ ...request, stream: false, messages: [...messages, { role: "user", content: directive }] }),
  });
  await response.text();
  const has = (name) => name + " " + existsSync(new URL("./" + name + "/cassette.yaml", import.meta.url));
  return { output: has("alone") + ", " + has("own") };
};
`;

function runOf(err: string): string {
  return /--resume (\S+)\)/.exec(err)?.[1] ?? "";
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}
