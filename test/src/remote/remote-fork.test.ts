import { describe, expect, test } from "vitest";
import type { EventOrigin, ForkEvent } from "../../../src/fork/fork-event.ts";
import type { ForkResult } from "../../../src/fork/fork-result.ts";
import { memoryTransport } from "../../../src/remote/memory-transport.ts";
import type { ForkTransport } from "../../../src/remote/fork-transport.ts";
import { RemoteForkSubagent } from "../../../src/remote/remote-fork-subagent.ts";
import { serveForks } from "../../../src/remote/serve-forks.ts";
import { listHandles } from "../../../src/transcript/list-handles.ts";
import { fileRecords } from "../../../src/transcript/file-records.ts";
import { placeholderResults } from "../../../src/strategies/placeholder-results.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";
import { capture, calling, question } from "../support/parents.ts";
import { echo, runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { paramsOf, remotely } from "./run-remotely.ts";

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

describe("a fork in a worker", () => {
  test("sends the bytes of a fork in process, and ends in the same result and events", async () => {
    const parent = capture([question, calling]);
    const strategy = placeholderResults({ acknowledge: true });
    const seen: (readonly [ForkEvent, number])[][] = [[], []];
    const watch =
      (list: (readonly [ForkEvent, number])[] | undefined) =>
      (event: ForkEvent, { seq }: EventOrigin) =>
        void list?.push([event, seq]);
    const here = new ScriptedClient([call, done]);
    const there = new ScriptedClient([call, done]);
    const overrides = { reminder: "Be short.", maxTokens: 100 };
    const filter = allowTools(["List"]);
    const result = await runFork({ llm: here, parent, strategy, overrides, filter, observe: watch(seen[0]) });
    const params = { parent, strategy, overrides, observe: watch(seen[1]) };
    expect(timeless(await remotely({ llm: there, params, role: { filter } }))).toEqual(timeless(result));
    expect(there.bodies).toEqual(here.bodies);
    expect(there.requests.map(({ headers }) => headers)).toEqual(here.requests.map(({ headers }) => headers));
    expect(seen[1]).toEqual(seen[0]);
    expect(result.decisions).toMatchObject([{ tool: "Read", decision: "deny" }]);
  });

  test("completes once, and has each event once, where every message is delivered twice", async () => {
    const memory = memoryTransport();
    const twice: ForkTransport = {
      ...memory,
      ask: async (subject, request) => {
        await memory.ask(subject, request);
        return memory.ask(subject, request);
      },
      publish: async (subject, id, event) => {
        await memory.publish(subject, id, event);
        await memory.publish(subject, id, event);
      },
    };
    const llm = new ScriptedClient([call, done]);
    const ended: string[] = [];
    const observe = ({ type }: ForkEvent): void => void ended.push(type);
    const result = await remotely({ llm, transport: twice, params: { observe } });
    expect(result).toMatchObject({ stop: { cause: "completed" }, finalText: "Done.", observerFaults: [] });
    expect(ended.filter((type) => type === "ended")).toHaveLength(1);
    expect([llm.requests.length, result.turns.length, result.messages.length]).toEqual([2, 2, 4]);
  });

  test("gets its parent's body once for all siblings", async () => {
    const memory = memoryTransport();
    const travels: string[] = [];
    const counted: ForkTransport = {
      ...memory,
      get: async (digest) => {
        travels.push(digest);
        return memory.get(digest);
      },
    };
    const llm = new ScriptedClient([done, done, done]);
    const worker = await serveForks({ transport: counted, roles: { reader: { llm, tools: echo } }, onFault: () => {} });
    const forks = new RemoteForkSubagent({ transport: counted });
    const parent = capture();
    const handles = await Promise.all([1, 2, 3].map(async () => forks.fork(paramsOf({ parent }))));
    const results = await Promise.all(handles.map(async (handle) => handle.takeCompletion()));
    await worker.close();
    expect(results.map((result) => result?.stop.cause)).toEqual(["completed", "completed", "completed"]);
    expect(travels).toHaveLength(1);
  });

  test("is aborted by its handle, keeps what had arrived, and is listed by ps", async () => {
    const folder = temporaryFolder();
    const llm = new ScriptedClient([call, ({ signal }) => aborted(signal)]);
    const transport = memoryTransport();
    const worker = await serveForks({ transport, roles: { reader: { llm, tools: echo } }, onFault: () => {} });
    const ports = { newRunId: () => "run-1", records: fileRecords(folder) };
    const handle = await new RemoteForkSubagent({ transport, ports }).fork(
      paramsOf({ mode: "ForkAndForget", skipTranscript: false }),
    );
    await expect.poll(() => llm.requests.length).toBe(2);
    expect(listHandles(folder)).toMatchObject([{ runId: "run-1", status: "running" }]);
    handle.abort("seen enough");
    const result = await handle.takeCompletion();
    expect(result).toMatchObject({ stop: { cause: "aborted", reason: "seen enough" }, decisions: [{ tool: "Read" }] });
    expect(result?.turns.map(({ isComplete }) => isComplete)).toEqual([true, false]);
    expect(llm.requests[1]?.signal.aborted).toBe(true);
    expect(listHandles(folder)).toMatchObject([{ status: "aborted", reason: "seen enough" }]);
    await worker.close();
  });

  test("follows its caller's signal and its time limit", async () => {
    const controller = new AbortController();
    const follows = new ScriptedClient([
      ({ signal }) => {
        controller.abort(new Error("the agent left"));
        return aborted(signal);
      },
    ]);
    const { stop } = await remotely({ llm: follows, params: { signal: controller.signal } });
    expect(stop).toEqual({ cause: "aborted", reason: "the agent left" });
    const slow = new ScriptedClient([({ signal }) => aborted(signal)]);
    const late = await remotely({ llm: slow, params: { timeoutMs: 20 } });
    expect(late.stop).toEqual({ cause: "timeout", timeoutMs: 20 });
  });

  test("waits for startAfter, and a fork inside it keeps to the depth", async () => {
    const order: string[] = [];
    const inner = async (): Promise<{ content: string; isError: boolean }> => {
      const { messages } = await runFork({ llm: new ScriptedClient([done]), maxDepth: 9 }).catch((fault: Error) => ({
        messages: fault.message,
      }));
      return { content: JSON.stringify(messages), isError: false };
    };
    const gate = Promise.withResolvers<void>();
    const llm = new ScriptedClient([
      async () => {
        order.push("sent");
        return call;
      },
      done,
    ]);
    setImmediate(() => {
      order.push("opened");
      gate.resolve();
    });
    const result = await remotely({ llm, params: { startAfter: gate.promise }, role: { tools: { dispatch: inner } } });
    expect(order).toEqual(["opened", "sent"]);
    expect(result.messages[2]?.bytes.toString()).toContain("depth limit 1");
  });
});

/** A result without the time that it took. */
function timeless(result: ForkResult): ForkResult {
  return { ...result, durationMs: 0 };
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  throw new Error("aborted");
}
