import { connect, nkeys } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ForkResult } from "../../../../src/fork/fork-result.ts";
import type { ForkParams } from "../../../../src/fork/params/fork-params.ts";
import { natsTransport, type NatsOptions, type NatsTransport } from "../../../../src/remote/nats/nats-transport.ts";
import { RemoteForkSubagent } from "../../../../src/remote/remote-fork-subagent.ts";
import { remoteRole } from "../../../../src/remote/remote-role.ts";
import { serveForks } from "../../../../src/remote/serve-forks.ts";
import { capture } from "../../support/parents.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { says, ScriptedClient } from "../../support/scripted-client.ts";
import { hasOpenssl, makeCertificate } from "../../../support/make-certificate.ts";
import { natsForTest } from "../../../support/nats-for-test.ts";
import { makeNatsOperator } from "../../../support/nats-operator.ts";
import { hasNatsServer } from "../../../support/nats-server.ts";

const call = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

async function open(options: NatsOptions): Promise<NatsTransport> {
  const transport = await natsTransport(options);
  onTestFinished(transport.close);
  return transport;
}

type Asked = Pick<NatsOptions, "creds" | "nkey" | "tls"> & {
  readonly url: string;
  readonly llm: ScriptedClient;
  readonly params?: Partial<ForkParams>;
};

/** A fork over two connections: of its parent and of its worker, whose tool gives `content` when it has come. */
async function forked(
  { url, llm, params, ...login }: Asked,
  content: () => Promise<string>,
): Promise<ForkResult | null> {
  const options = { servers: url, ...login };
  const [own, others] = await Promise.all([open(options), open(options)]);
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

test.each([[undefined], [""], [[]], [7]])("servers that are %j are refused, with what to pass", async (servers) => {
  await expect(natsTransport(Object.assign({ servers: "" }, { servers }))).rejects.toThrow(
    /options\.servers.*nats:\/\/HOST/,
  );
});

test("an invalid NKEY and invalid credentials are named as such, and never shown", async () => {
  const servers = "nats://127.0.0.1:9";
  for (const [login, said] of [
    [{ nkey: "SUxyz" }, "nkey cannot be read"],
    [{ creds: "rubbish" }, "creds cannot be read"],
  ] as const) {
    const fault = await natsTransport({ servers, ...login }).catch(String);
    expect(fault).toContain(said);
    expect(fault).not.toMatch(/SUxyz|rubbish/);
  }
});

test("a misspelled option and a namespace with a dot are refused", async () => {
  const misspelled: NatsOptions = Object.assign({ servers: "nats://127.0.0.1:9" }, { server: "nats://127.0.0.1:9" });
  await expect(natsTransport(misspelled)).rejects.toThrow("servers");
  await expect(natsTransport({ servers: "nats://127.0.0.1:9", namespace: "a.b" })).rejects.toThrow(
    'the namespace "a.b" cannot',
  );
  const patience = { askTimeoutMs: 0 };
  await expect(natsTransport({ servers: "nats://127.0.0.1:9", ...patience })).rejects.toThrow(
    /options\.askTimeoutMs: .*milliseconds from 1/,
  );
});

describe.skipIf(!hasNatsServer)("a NATS server", () => {
  test("without JetStream is refused, with how to start it", async () => {
    const { url } = await natsForTest({ js: false });
    await expect(natsTransport({ servers: url })).rejects.toThrow(
      `the NATS server at ${url} has no JetStream. Start it with JetStream (nats-server -js)`,
    );
  });

  test("that refuses the login is named, and the right login connects", async () => {
    const { url } = await natsForTest({ config: "authorization { user: ada, password: right }" });
    await expect(natsTransport({ servers: url, user: "ada", pass: "wrong" })).rejects.toThrow(
      `the NATS server at ${url} refused the login`,
    );
    expect((await open({ servers: url, user: "ada", pass: "right" })).place).toBe(url);
  });

  test("with accounts of an operator takes the credentials of their users, and refuses others", async () => {
    const { config, creds } = makeNatsOperator();
    const { url } = await natsForTest({ config });
    expect((await forked({ url, creds, llm: new ScriptedClient([done]) }, async () => ""))?.finalText).toBe("Done.");
    await expect(natsTransport({ servers: url, creds: makeNatsOperator().creds })).rejects.toThrow("refused the login");
    await expect(natsTransport({ servers: url })).rejects.toThrow("refused the login");
  });

  test.skipIf(!hasOpenssl)("that encrypts takes an NKEY over TLS, and none without its authority", async () => {
    const { certificate, config } = makeCertificate(temporaryFolder());
    const user = nkeys.createUser();
    const users = `authorization { users = [ { nkey: ${user.getPublicKey()} } ] }`;
    const server = await natsForTest({ config: `${config}\n${users}` });
    const url = server.url.replace("nats://127.0.0.1", "tls://localhost");
    const nkey = new TextDecoder().decode(user.getSeed());
    const tls = { caFile: certificate };
    expect((await forked({ url, nkey, tls, llm: new ScriptedClient([done]) }, async () => ""))?.finalText).toBe(
      "Done.",
    );
    await expect(natsTransport({ servers: url, nkey })).rejects.toThrow(/no NATS server answers.*certificate/);
    await expect(natsTransport({ servers: url, tls })).rejects.toThrow("refused the login");
  });

  test("without a worker of the role ends the run, with the subject", async () => {
    const { url } = await natsForTest();
    const handle = await new RemoteForkSubagent({ transport: await open({ servers: url, namespace: "team" }) }).fork(
      paramsOf(),
    );
    const said = JSON.stringify((await handle.takeCompletion())?.stop);
    expect(said).toContain(`no worker serves team.agent.fork.ask.reader on ${url}. Start one with serveForks`);
  });

  test("with a worker of another version ends the run, and both versions are said", async () => {
    const { url } = await natsForTest();
    const [own, others] = await Promise.all([open({ servers: url }), open({ servers: url })]);
    await others.serve("agent.fork.ask.reader", async () => Buffer.from('{"v":7,"accepted":false,"reason":""}'));
    const handle = await new RemoteForkSubagent({ transport: own }).fork(paramsOf());
    expect(JSON.stringify((await handle.takeCompletion())?.stop)).toContain(
      "speaks version 7, and this process version 1",
    );
  });

  test("may crash and come back while a fork runs, and no event is lost", async () => {
    const { url, kill, start } = await natsForTest();
    const llm = new ScriptedClient([call, call, done]);
    let calls = 0;
    const content = async (): Promise<string> => {
      calls += 1;
      if (calls === 1) await kill().then(start);
      return `result ${calls}`;
    };
    const result = await forked({ url, llm }, content);
    expect(result).toMatchObject({ stop: { cause: "completed" }, finalText: "Done.", observerFaults: [] });
    expect([result?.turns.length, result?.messages.length, result?.decisions.length]).toEqual([3, 6, 2]);
  });

  test.each([
    ["its usual limit", ""],
    ["a limit of 32 KB", "max_payload: 32KB"],
  ])("with %s for a message carries directives, results and parents above it", async (_, config) => {
    const { url } = await natsForTest({ config });
    const llm = new ScriptedClient([call, done]);
    const directive = `Tidy up. ${"x".repeat(1_500_000)}`;
    const result = await forked({ url, llm, params: { directive } }, async () => "y".repeat(3_000_000));
    expect(result?.stop).toEqual({ cause: "completed" });
    expect(result?.messages[2]?.bytes.byteLength).toBeGreaterThan(3_000_000);
    expect(llm.bodies[0]).toContain(directive);
  });

  test("of version 2.9 is asked for nothing that it does not know", async () => {
    const { url } = await natsForTest();
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
