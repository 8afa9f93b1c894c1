import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
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
  startForkproof(["run", "scenarios/many.yaml", "--queue", link.url], folder);
  // The third round holds the job itself.
  expect(await link.roundsUntil(/^forkproof\.jobs\./)).toBe(3);
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
  readonly roundsUntil: (subject: RegExp) => Promise<number>;
};

/** Passes bytes to a port, and answers with a delay: requests that do not wait for each other are in one round. */
async function slowLink(port: number): Promise<SlowLink> {
  const rounds = roundCounter();
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (bytes: Buffer) => {
      rounds.sent(bytes.toString("latin1"));
      far.write(bytes);
    });
    far.on("data", (bytes: Buffer) =>
      setTimeout(() => {
        rounds.answered(bytes.toString("latin1"));
        near.write(bytes);
      }, 600),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, roundsUntil: rounds.until };
}

/**
 * A request is one round behind the latest round that had an answer when it left. The answers of one round may come
 * one after the other, and what the client sends between them belongs to one and the same next round.
 */
function roundCounter() {
  const roundOfReply = new Map<string, number>();
  const sentTo: { readonly subject: string; readonly round: number }[] = [];
  let answeredRound = 0;
  let arrived = Promise.withResolvers<void>();
  const sent = (text: string): void => {
    for (const [, subject = "", reply] of text.matchAll(/^H?PUB (\S+) (?:(\S+) )?\d+(?: \d+)?\r$/gm)) {
      sentTo.push({ subject, round: answeredRound + 1 });
      if (reply !== undefined && !/^\d+$/.test(reply)) roundOfReply.set(reply, answeredRound + 1);
    }
    arrived.resolve();
  };
  const answered = (text: string): void => {
    for (const [, subject = ""] of text.matchAll(/^H?MSG (\S+) /gm))
      answeredRound = Math.max(answeredRound, roundOfReply.get(subject) ?? 0);
  };
  const until = async (subject: RegExp): Promise<number> => {
    for (;;) {
      const found = sentTo.find((message) => subject.test(message.subject));
      if (found !== undefined) return found.round;
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
  };
  return { sent, answered, until };
}
