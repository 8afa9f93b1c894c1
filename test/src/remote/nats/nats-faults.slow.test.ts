import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ForkResult } from "../../../../src/fork/fork-result.ts";
import type { ForkParams } from "../../../../src/fork/params/fork-params.ts";
import { natsTransport, type NatsOptions, type NatsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { RemoteForkSubagent } from "../../../../src/remote/remote-fork-subagent.ts";
import { remoteRole } from "../../../../src/remote/remote-role.ts";
import { serveForks } from "../../../../src/remote/serve-forks.ts";
import { capture } from "../../support/parents.ts";
import { says, ScriptedClient } from "../../support/scripted-client.ts";
import { hasNats } from "./launch-nats.ts";
import { startNats } from "./nats-server.ts";

if (!hasNats) console.warn("NOT RUN: no nats-server is installed, so no fault of a NATS server was tried");

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

async function open(options: NatsOptions): Promise<NatsTransport> {
  const transport = await natsTransport(options);
  onTestFinished(transport.close);
  return transport;
}

type Asked = { readonly url: string; readonly llm: ScriptedClient; readonly params?: Partial<ForkParams> };

/** A fork over two connections: of its parent and of its worker, whose tool gives `content` when it has come. */
async function forked({ url, llm, params }: Asked, content: () => Promise<string>): Promise<ForkResult | null> {
  const [own, others] = await Promise.all([open({ servers: url }), open({ servers: url })]);
  const tools = { dispatch: async () => ({ content: await content(), isError: false }) };
  const worker = await serveForks({
    transport: others,
    roles: { reader: { llm, tools } },
    onFault: (fault) => faults.push(fault),
  });
  const faults: unknown[] = [];
  const handle = await new RemoteForkSubagent({ transport: own }).fork(paramsOf(params));
  const result = await handle.takeCompletion();
  await worker.close();
  expect(faults).toEqual([]);
  return result;
}

function paramsOf(params: Partial<ForkParams> = {}): ForkParams {
  const common = { directive: "Tidy up.", label: "test", maxTurns: 5, timeoutMs: null };
  return { parent: capture(), ...remoteRole("reader", "anthropic-messages"), ...common, ...params };
}

test("an address without a server is refused, with the address and what to start", async () => {
  await expect(natsTransport({ servers: "nats://user:secret@127.0.0.1:9" })).rejects.toThrow(
    /^no NATS server answers at nats:\/\/127\.0\.0\.1:9: .*start a server there: nats-server -js/,
  );
});

test("a misspelled option and a namespace with a dot are refused", async () => {
  const misspelled: NatsOptions = Object.assign({ servers: "" }, { server: "nats://127.0.0.1:9" });
  await expect(natsTransport(misspelled)).rejects.toThrow("servers");
  await expect(natsTransport({ servers: "", namespace: "a.b" })).rejects.toThrow('the namespace "a.b" cannot');
});

describe.skipIf(!hasNats)("a NATS server", () => {
  test("without JetStream is refused, with how to start it", async () => {
    const { url } = await startNats([]);
    await expect(natsTransport({ servers: url })).rejects.toThrow(
      `the NATS server at ${url} has no JetStream. Start it with JetStream (nats-server -js)`,
    );
  });

  test("that refuses the login is named, and the right login connects", async () => {
    const { url } = await startNats(["-js", "--user", "ada", "--pass", "right"]);
    await expect(natsTransport({ servers: url, user: "ada", pass: "wrong" })).rejects.toThrow(
      `the NATS server at ${url} refused the login`,
    );
    expect((await open({ servers: url, user: "ada", pass: "right" })).place).toBe(url);
  });

  test("whose stream has other limits is refused, with the stream's name", async () => {
    const { url } = await startNats();
    const connection = await connect({ servers: url });
    onTestFinished(() => connection.close());
    const streams = (await jetstreamManager(connection)).streams;
    await streams.add({ name: "forkproof_events", subjects: ["agent.fork.*.events"], max_msgs: 3 });
    await expect(natsTransport({ servers: url })).rejects.toThrow(
      `the stream forkproof_events on ${url} cannot be used: stream name already in use`,
    );
  });

  test("without a worker of the role ends the run, with the subject", async () => {
    const { url } = await startNats();
    const handle = await new RemoteForkSubagent({ transport: await open({ servers: url, namespace: "team" }) }).fork(
      paramsOf(),
    );
    const said = JSON.stringify((await handle.takeCompletion())?.stop);
    expect(said).toContain(`no worker serves team.agent.fork.ask.reader on ${url}. Start one with serveForks`);
  });

  test("with a worker of another version ends the run, and both versions are said", async () => {
    const { url } = await startNats();
    const [own, others] = await Promise.all([open({ servers: url }), open({ servers: url })]);
    await others.serve("agent.fork.ask.reader", async () => Buffer.from('{"v":7,"accepted":false,"reason":""}'));
    const handle = await new RemoteForkSubagent({ transport: own }).fork(paramsOf());
    expect(JSON.stringify((await handle.takeCompletion())?.stop)).toContain(
      "speaks version 7, and this process version 1",
    );
  });

  test("may crash and come back while a fork runs, and no event is lost", async () => {
    const { url, restart } = await startNats();
    const llm = new ScriptedClient([call, call, done]);
    let calls = 0;
    const content = async (): Promise<string> => {
      calls += 1;
      if (calls === 1) await restart(async () => undefined);
      return `result ${calls}`;
    };
    const result = await forked({ url, llm }, content);
    expect(result).toMatchObject({ stop: { cause: "completed" }, finalText: "Done.", observerFaults: [] });
    expect([result?.turns.length, result?.messages.length, result?.decisions.length]).toEqual([3, 6, 2]);
  });

  test("carries directives and results above its limit for a message", async () => {
    const { url } = await startNats();
    const llm = new ScriptedClient([call, done]);
    const directive = `Tidy up. ${"x".repeat(1_500_000)}`;
    const result = await forked({ url, llm, params: { directive } }, async () => "y".repeat(3_000_000));
    expect(result?.stop).toEqual({ cause: "completed" });
    expect(result?.messages[2]?.bytes.byteLength).toBeGreaterThan(3_000_000);
    expect(llm.bodies[0]).toContain(directive);
  });

  test("of version 2.9 is asked for nothing that it does not know", async () => {
    const { url } = await startNats();
    const connection = await connect({ servers: url });
    const asked: string[] = [];
    connection.subscribe("$JS.API.>", {
      callback: (_fault, { subject, data }) => void asked.push(`${subject} ${Buffer.from(data).toString()}`),
    });
    await connection.flush();
    const llm = new ScriptedClient([call, done]);
    expect((await forked({ url, llm }, async () => "read"))?.stop.cause).toBe("completed");
    await connection.drain();
    expect(asked.filter((each) => each.includes("CONSUMER.CREATE"))).not.toEqual([]);
    expect(asked.filter((each) => each.includes("STREAM.CREATE"))).not.toEqual([]);
    // The client's `action` is ignored there: consumers have names of their own, so that creating one is all that it can mean.
    const newer =
      /filter_subjects|"metadata"|compression|allow_msg_ttl|subject_delete_marker|first_seq|subject_transform|consumer_limits/;
    expect(asked.filter((each) => newer.test(each))).toEqual([]);
  });
});
