import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { judge, mockProvider, type MockedProvider } from "../../../../harness/testing/index.ts";
import { natsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { natsForTest } from "../../../support/nats-for-test.ts";
import { hasNatsServer } from "../../../support/nats-server.ts";
import { LOST_AFTER_MS } from "./steered-timer.ts";

const answers = {
  parent: [{ text: "She wrote letters, and she sailed." }],
  fork: [{ call: { read_note: { page: "anna" } } }, { text: "In 1873." }],
};
const serve = async (): Promise<MockedProvider> => {
  const mock = await mockProvider({ script: answers });
  onTestFinished(mock.close);
  return mock;
};

describe.skipIf(!hasNatsServer)("a fork in another process than its parent", () => {
  test.each(["anthropic-messages", "openai-responses"])(
    "keeps its parent's bytes and their share of the cache on %s",
    async (WIRE) => {
      const [{ url }, here, there] = await Promise.all([natsForTest(), serve(), serve()]);
      const SERVER = url;
      const worker = await startProcess("worker", { SERVER, WIRE, BASE_URL: there.baseUrl });
      expect(await worker.line()).toBe("ready");
      const local = JSON.parse(
        await (await startProcess("agent", { WIRE, WHERE: "here", BASE_URL: here.baseUrl })).line(),
      );
      const remote = JSON.parse(await (await startProcess("agent", { SERVER, WIRE, BASE_URL: there.baseUrl })).line());
      expect(remote).toMatchObject({ stop: { cause: "completed" }, finalText: "In 1873.", notes: [] });
      expect(there.faults()).toEqual([]);
      const [parent, child, next] = there.exchanges;
      if (parent === undefined || child === undefined || next === undefined) throw new Error("three requests were due");
      expect(judge({ parent, child })).toMatchObject({ verdict: "byte-identical", findings: [] });
      expect(child.request.equals(here.exchanges[1]?.request ?? Buffer.alloc(0))).toBe(true);
      expect(remote.firstTurnRatio).toBeGreaterThan(0.9);
      expect(remote.firstTurnRatio).toBe(local.firstTurnRatio);
      // The worker ran the tool, and not the process of the parent.
      expect(next.request.toString()).toContain(`read by ${worker.pid}`);
      expect(worker.pid).not.toBe(remote.pid);
    },
  );

  test("is aborted in its worker, and keeps what had arrived", async () => {
    const [{ url }, mock] = await Promise.all([natsForTest(), serve()]);
    const env = { SERVER: url, BASE_URL: mock.baseUrl };
    const worker = await startProcess("worker", { ...env, HANG: "1" });
    expect(await worker.line()).toBe("ready");
    const agent = await startProcess("agent", { ...env, ABORT: "seen enough" });
    const { stop, turns, decisions } = JSON.parse(await agent.line());
    expect(stop).toEqual({ cause: "aborted", reason: "seen enough" });
    expect([turns.length, decisions.length]).toEqual([1, 1]);
    expect([await worker.line(), await worker.line()]).toEqual(["a tool runs", "a tool was aborted"]);
  });

  test("is taken by a worker that runs, each time, while another one is stopped", async () => {
    const { url } = await natsForTest();
    const env = { SERVER: url, BASE_URL: "http://127.0.0.1:9" };
    const workers = await Promise.all([startProcess("worker", env), startProcess("worker", env)]);
    for (const worker of workers) expect(await worker.line()).toBe("ready");
    workers[0].child.kill("SIGSTOP");
    // A request that the stopped worker holds would wait longer than this test.
    const transport = await natsTransport({ servers: url, askTimeoutMs: 600_000 });
    onTestFinished(transport.close);
    for (let asked = 0; asked < 8; asked += 1) {
      const reply = await transport.ask("agent.fork.ask.reader", Buffer.from('{"v":7}'));
      expect(reply.toString()).toContain("its version is 7");
    }
  });

  test("lives as long as its worker beats, and ends as lost if that is killed, with what had arrived", async () => {
    const [{ url }, mock] = await Promise.all([natsForTest(), serve()]);
    const env = { SERVER: url, BASE_URL: mock.baseUrl };
    const worker = await startProcess("worker", { ...env, HANG: "1" });
    expect(await worker.line()).toBe("ready");
    const agent = await startProcess("agent", { ...env, TELL: "1", STEERED: "1" });
    await agent.until(/a call was decided/);
    // Three times nearly as long as it waits, and each time a beat of the worker has it wait on.
    for (let waited = 0; waited < 3; waited += 1) {
      agent.write(String(LOST_AFTER_MS - 1));
      await agent.until(/moved/);
      await agent.until(/a beat/);
    }
    await worker.kill();
    agent.write("on and on");
    const { stop, turns, finalText } = JSON.parse(await agent.until(/^\{/));
    expect(stop).toEqual({ cause: "lost", reason: `its worker has been silent for ${LOST_AFTER_MS} ms on ${url}` });
    expect([turns.length, finalText]).toEqual([1, null]);
  });

  test("is aborted by its worker if its parent is killed", async () => {
    const [{ url }, mock] = await Promise.all([natsForTest(), serve()]);
    const env = { SERVER: url, BASE_URL: mock.baseUrl };
    const worker = await startProcess("worker", { ...env, HANG: "1", STEERED: "1" });
    expect(await worker.line()).toBe("ready");
    const agent = await startProcess("agent", { ...env, TELL: "1" });
    expect([await agent.line(), await worker.line()]).toEqual(["a call was decided", "a tool runs"]);
    await agent.kill();
    worker.write("on and on");
    expect(await worker.line()).toBe("a tool was aborted");
  });
});

type Started = {
  readonly child: ChildProcess;
  readonly pid: number | undefined;
  readonly line: () => Promise<string>;
  /** The next line like this; those before it are dropped. */
  readonly until: (wanted: RegExp) => Promise<string>;
  readonly write: (line: string) => void;
  readonly kill: () => Promise<void>;
};

/** A process of the test, and the next line that it prints. It ends with the test. */
async function startProcess(name: string, env: Readonly<Record<string, string>>): Promise<Started> {
  const file = join(import.meta.dirname, `${name}-process.ts`);
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env } });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error(`the process ${name} ended: ${said}`);
    return next.value;
  };
  const until = async (wanted: RegExp): Promise<string> => {
    for (let next = await line(); ; next = await line()) if (wanted.test(next)) return next;
  };
  return { child, pid: child.pid, line, until, write: (text) => child.stdin.write(`${text}\n`), kill };
}
