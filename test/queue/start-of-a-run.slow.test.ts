import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runForkproof } from "../cli/run-forkproof.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { hasNatsServer, startNatsServer } from "../support/nats-server.ts";
import { startForkproof, startWorker } from "./queue-processes.ts";
import { writeCase, writeQueueProject } from "./queue-project.ts";

test.skipIf(!hasNatsServer)("the first job of a run leaves after two round trips on a connection", async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 2);
  await using server = await startNatsServer();
  // The streams are there when the second run starts.
  const earlier = startForkproof(["run", "--queue", server.url], folder);
  await earlier.says("--resume");
  earlier.child.kill("SIGKILL");
  const link = await slowLink(server.port);
  const { child } = startForkproof(["run", "scenarios/many.yaml", "--queue", link.url], folder);
  // The third round holds the job itself.
  expect(await link.roundsUntil(/^forkproof\.jobs\./, child)).toBe(3);
});

test.skipIf(!hasNatsServer)("a worker has started the process of its jobs before the first run comes", async () => {
  const folder = temporaryFolder();
  writeQueueProject(folder, 1);
  const note = join(folder, "parent.txt");
  const code = `import { writeFileSync } from "node:fs"; import drops from "./drops.mjs";
    export default (given) => { writeFileSync(${JSON.stringify(note)}, String(process.ppid)); return drops(given); };`;
  writeFileSync(join(folder, "scenarios/notes.mjs"), code);
  writeCase(folder, "notes", { fork: { subject: "./notes.mjs", prompt: "go" } });
  await using server = await startNatsServer();
  const worker = startWorker(server.url, temporaryFolder());
  const children = `/proc/${worker.child.pid}/task/${worker.child.pid}/children`;
  while (readFileSync(children, "utf8") === "") await pause(20);
  const before = readFileSync(children, "utf8").trim();
  await runForkproof(["run", "scenarios/notes.yaml", "--queue", server.url], folder);
  expect(readFileSync(note, "utf8")).toBe(before);
});

type SlowLink = {
  readonly url: string;
  /** How often the client has waited for an answer before it sent something to this subject, that one included. */
  readonly roundsUntil: (subject: RegExp, client: ChildProcess) => Promise<number>;
};

/** Passes bytes to a port, and its answers once the client is at rest: requests that do not wait for each other are in one round. */
async function slowLink(port: number): Promise<SlowLink> {
  const rounds = roundCounter();
  const sockets: Socket[] = [];
  const answers: (() => void)[] = [];
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (bytes: Buffer) => {
      rounds.sent(bytes.toString("latin1"));
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) =>
      answers.push(() => {
        rounds.answered(bytes.toString("latin1"));
        near.write(bytes);
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    roundsUntil: async (subject, client) => {
      for (;;) {
        const round = rounds.of(subject);
        if (round !== null) return round;
        await rests(client);
        for (const answer of answers.splice(0)) answer();
      }
    },
  };
}

/** Resolves once a process has slept for ten looks in a row: it waits for an answer, however busy the machine is. */
async function rests(client: ChildProcess): Promise<void> {
  const tasks = `/proc/${client.pid}/task`;
  for (let asleep = 0; asleep < 10;) {
    await pause(20);
    if (client.exitCode !== null) throw new Error(`the client has ended with ${client.exitCode}`);
    const states = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "stat"), "utf8"));
    asleep = states.every((state) => state.includes(") S ")) ? asleep + 1 : 0;
  }
}

/**
 * A request is one round behind the latest round that had an answer when it left. The answers of one round may come
 * one after the other, and what the client sends between them belongs to one and the same next round.
 */
function roundCounter() {
  const roundOfReply = new Map<string, number>();
  const sentTo: { readonly subject: string; readonly round: number }[] = [];
  let answeredRound = 0;
  const sent = (text: string): void => {
    for (const [, subject = "", reply] of text.matchAll(/^H?PUB (\S+) (?:(\S+) )?\d+(?: \d+)?\r$/gm)) {
      sentTo.push({ subject, round: answeredRound + 1 });
      if (reply !== undefined && !/^\d+$/.test(reply)) roundOfReply.set(reply, answeredRound + 1);
    }
  };
  const answered = (text: string): void => {
    for (const [, subject = ""] of text.matchAll(/^H?MSG (\S+) /gm))
      answeredRound = Math.max(answeredRound, roundOfReply.get(subject) ?? 0);
  };
  const of = (subject: RegExp): number | null => sentTo.find((message) => subject.test(message.subject))?.round ?? null;
  return { sent, answered, of };
}
